package dev.redlock.benchmarks.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.Rectangle;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import org.apache.batik.svggen.SVGGraphics2D;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.CategoryLabelPositions;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.LineAndShapeRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.data.Range;
import org.jfree.data.category.CategoryDataset;

import dev.redlock.benchmarks.contender.Kind;

/**
 * Charts with a logarithmic axis, as SVG.
 */
final class Charts {

	private static final Rectangle SIZE = new Rectangle(960, 540);

	// Ours first. To be told apart by the colour-blind, too (Okabe and Ito).
	private static final Color[] COLOURS = { new Color(0xD55E00), new Color(0x0072B2), new Color(0x56B4E9),
			new Color(0x009E73), new Color(0xE69F00), new Color(0xCC79A7), new Color(0x999999), new Color(0x663399),
			Color.BLACK };

	private Charts() {
	}

	static JFreeChart lines(String title, CategoryDataset data) {
		JFreeChart chart = ChartFactory.createLineChart(title, null, null, data);
		LineAndShapeRenderer renderer = new LineAndShapeRenderer(true, true);
		for (int row = 0; row < data.getRowCount(); row++) {
			renderer.setSeriesPaint(row, colour(data, row));
			renderer.setSeriesStroke(row, new BasicStroke((row == 0) ? 4 : 2));
		}
		chart.getCategoryPlot().setRenderer(renderer);
		return styled(chart);
	}

	static JFreeChart bars(String title, CategoryDataset data) {
		JFreeChart chart = ChartFactory.createBarChart(title, null, null, data);
		BarRenderer renderer = new BarRenderer();
		renderer.setBarPainter(new StandardBarPainter());
		renderer.setShadowVisible(false);
		renderer.setItemMargin(0.02);
		for (int row = 0; row < data.getRowCount(); row++) {
			renderer.setSeriesPaint(row, colour(data, row));
		}
		chart.getCategoryPlot().setRenderer(renderer);
		return styled(chart);
	}

	// A contender has the same colour in all charts.
	private static Color colour(CategoryDataset data, int row) {
		for (Kind kind : Kind.values()) {
			if (kind.title().equals(data.getRowKey(row))) {
				return COLOURS[kind.ordinal() % COLOURS.length];
			}
		}
		return COLOURS[row % COLOURS.length];
	}

	private static JFreeChart styled(JFreeChart chart) {
		Font font = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
		chart.getTitle().setFont(new Font(Font.SANS_SERIF, Font.BOLD, 15));
		chart.getLegend().setItemFont(font);
		chart.setBackgroundPaint(Color.WHITE);
		CategoryPlot plot = chart.getCategoryPlot();
		plot.setBackgroundPaint(Color.WHITE);
		plot.setOutlineVisible(false);
		plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
		LogAxis axis = new LogAxis();
		axis.setTickUnit(new NumberTickUnit(1));
		axis.setNumberFormatOverride(new DecimalFormat("#,##0.##", DecimalFormatSymbols.getInstance(Locale.ROOT)));
		axis.setTickLabelFont(font);
		axis.setRange(decades(plot.getDataset()));
		plot.setRangeAxis(axis);
		plot.getDomainAxis().setTickLabelFont(font);
		plot.getDomainAxis().setMaximumCategoryLabelLines(2);
		plot.getDomainAxis().setCategoryLabelPositions(CategoryLabelPositions.STANDARD);
		return chart;
	}

	private static Range decades(CategoryDataset data) {
		double min = Double.MAX_VALUE;
		double max = Double.MIN_NORMAL;
		for (int row = 0; row < data.getRowCount(); row++) {
			for (int column = 0; column < data.getColumnCount(); column++) {
				Number value = data.getValue(row, column);
				min = (value != null) ? Math.min(min, value.doubleValue()) : min;
				max = (value != null) ? Math.max(max, value.doubleValue()) : max;
			}
		}
		if (min > max) {
			return new Range(1, 10);
		}
		// A little lower, since a bar of no height can't be seen.
		return new Range(Math.pow(10, Math.floor(Math.log10(min / 1.3))), Math.pow(10, Math.ceil(Math.log10(max))));
	}

	static void save(JFreeChart chart, Path file) throws IOException {
		try (Writer writer = Files.newBufferedWriter(file)) {
			SVGGraphics2D graphics = new SVGGraphics2D(
					DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument());
			graphics.setSVGCanvasSize(new Dimension(SIZE.width, SIZE.height));
			chart.draw(graphics, SIZE);
			graphics.stream(writer, true);
		}
		catch (ParserConfigurationException ex) {
			throw new IllegalStateException(ex);
		}
	}

}

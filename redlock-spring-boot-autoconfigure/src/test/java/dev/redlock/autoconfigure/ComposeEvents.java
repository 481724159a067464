package dev.redlock.autoconfigure;

import java.util.List;

import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.event.ApplicationPreparedEvent;
import org.springframework.boot.docker.compose.core.RunningService;
import org.springframework.boot.docker.compose.lifecycle.DockerComposeServicesReadyEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.SimpleApplicationEventMulticaster;

/**
 * Tells an application which services run, when and as Spring Boot does it.
 */
final class ComposeEvents implements ApplicationListener<ApplicationPreparedEvent> {

	private final List<RunningService> services;

	ComposeEvents(List<? extends RunningService> services) {
		this.services = List.copyOf(services);
	}

	@Override
	public void onApplicationEvent(ApplicationPreparedEvent event) {
		SimpleApplicationEventMulticaster multicaster = new SimpleApplicationEventMulticaster();
		event.getSpringApplication().getListeners().forEach(multicaster::addApplicationListener);
		multicaster.multicastEvent(ready(event.getApplicationContext()));
	}

	private DockerComposeServicesReadyEvent ready(ApplicationContext context) {
		try {
			return BeanUtils.instantiateClass(
					DockerComposeServicesReadyEvent.class.getDeclaredConstructor(ApplicationContext.class, List.class),
					context, this.services);
		}
		catch (NoSuchMethodException ex) {
			throw new IllegalStateException(ex);
		}
	}

}

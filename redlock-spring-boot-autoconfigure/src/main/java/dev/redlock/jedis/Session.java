package dev.redlock.jedis;

/**
 * What a connection has learned about its server.
 *
 * @param server the server
 * @param clientId identifies the connection on that server; -1 if the server won't say
 */
record Session(ServerInfo server, long clientId) {

}

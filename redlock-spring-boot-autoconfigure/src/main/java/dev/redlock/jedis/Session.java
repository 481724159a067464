package dev.redlock.jedis;

import java.util.Map;

/**
 * What a connection has learned about its server.
 *
 * @param server the server
 * @param clientId identifies the connection on that server; -1 if the server won't say
 * @param hashes the names that the server gave to the scripts
 */
record Session(ServerInfo server, long clientId, Map<Script, byte[]> hashes) {

}

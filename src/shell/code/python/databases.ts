import type { Tables } from '../table.ts'

const connects = ['database dsn', 'makes database dsn'] as const

/** Database clients, and test clients of frameworks. A connection to another machine names the host. */
export const databases: Tables = {
  sqlalchemy: {
    'create_engine engine.create_engine ext.asyncio.create_async_engine (dsn)': connects,
    'delete sql.delete (…)': 'change database/delete',
    'engine_from_config (…)': 'opaque connects to a host named in a configuration',
    '*': 'plain',
  },
  psycopg: { 'connect Connection.connect AsyncConnection.connect (dsn)': connects, '*': 'plain' },
  psycopg2: { 'connect (dsn)': connects, '*': 'plain' },
  asyncpg: { 'connect create_pool (dsn)': connects, '*': 'plain' },
  redis: {
    'Redis StrictRedis asyncio.Redis (host)': ['database host', 'makes redis'],
    'from_url Redis.from_url asyncio.from_url (url)': ['database url', 'makes redis'],
    '*': 'plain',
  },
  // An item pushed into a store may be a task that another process runs.
  '(redis)': {
    'ping echo dbsize info time lastsave close exists get mget getrange strlen keys scan scan_iter type ttl pttl randomkey (…)':
      'plain',
    'hget hmget hgetall hkeys hvals hlen hexists hscan hscan_iter lrange llen lindex smembers scard sismember sscan_iter (…)':
      'plain',
    'zrange zcard zscore zrank zcount zrangebyscore xlen xrange xinfo_stream memory_usage client_list config_get (…)':
      'plain',
    'flushall flushdb (…)': 'change database/drop',
    '*': 'opaque changes a data store, or runs a command in it',
  },
  fastapi: { '*': 'plain' },
  starlette: { '*': 'plain' },
  // These pass requests directly to the application, to any address.
  'fastapi.testclient': { 'TestClient (app)': 'makes tester', '*': 'plain' },
  'starlette.testclient': { 'TestClient (app)': 'makes tester', '*': 'plain' },
  '(tester)': { '*': 'plain' },
  safetensors: { 'safe_open (filename)': 'read filename', '*': 'plain' },
}

import type { Tables } from '../table.ts'

const connects = ['database dsn', 'makes database dsn'] as const

/** Clients of databases, and frameworks that answer their own tests. What connects elsewhere names the host. */
export const databases: Tables = {
  sqlalchemy: {
    'create_engine engine.create_engine ext.asyncio.create_async_engine (dsn)': connects,
    'delete sql.delete (…)': 'change database/delete',
    'engine_from_config (…)': 'opaque connects to what a configuration names',
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
  '(redis)': {
    'flushall flushdb swapdb shutdown (…)': 'change database/drop',
    'eval evalsha execute_command script_load fcall replicaof slaveof config_set migrate (…)':
      'opaque runs a command of the server',
    'register_script pipeline (…)': 'opaque gathers commands for the server',
    '*': 'plain',
  },
  fastapi: { '*': 'plain' },
  starlette: { '*': 'plain' },
  // They hand requests to the application itself, whatever their address.
  'fastapi.testclient': { 'TestClient (app)': 'makes tester', '*': 'plain' },
  'starlette.testclient': { 'TestClient (app)': 'makes tester', '*': 'plain' },
  '(tester)': { '*': 'plain' },
  safetensors: { 'safe_open (filename)': 'read filename', '*': 'plain' },
}

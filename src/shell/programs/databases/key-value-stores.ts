import { isKnown, knownPrefix, type Word, wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Does, Program, Programs, Subcommand } from '../engine/table.ts'

/** Words after the command's name are its arguments: `lrange q 0 -1`. */
const command = (does?: Does): Subcommand => ({
  tier: does === undefined ? 'read' : 'execute',
  does: does === undefined ? [] : [does],
  optionsFirst: true,
  operands: 'plain',
})
const reads = command()
const changes = command('change database/apply')
const deletes = command('change database/delete')
const drops = command('change database/drop')
const manages = command('change database/manage')
const scripts = command('opaque a script that runs in the database')

/** Redis commands are case-insensitive. */
const anyCase = (names: string): string => `${names} ${names.toUpperCase()}`

const mongo: Program = {
  tier: 'execute',
  options: {
    '--eval=CODE': 'plain',
    '-f FILE --file=FILE': 'code',
    '--host=HOST': 'connect',
    '--port=N -u NAME --username=NAME -p TEXT --password=TEXT --authenticationDatabase=NAME --json[=KIND]': 'plain',
    '--quiet --norc --nodb --tls --verbose': 'plain',
    '--shell': 'opaque an interactive session',
  },
  operands: { '*://*': 'connect', '*.js': 'code', '*': 'plain' },
  examples: {
    'mongosh app --quiet --eval "db.users.find({})"': [],
    'mongosh --eval "db.dropDatabase()"': 'change database/drop db.dropDatabase()',
    'mongosh --eval "db.users.deleteMany({})"': 'change database/delete db.users.deleteMany({})',
    'mongosh --eval "x = load(1)"': 'opaque code that runs in the database: `x = load(1)`',
    'mongosh --eval "db.x.find(require(1))"': 'opaque code that runs in the database: `db.x.find(require(1))`',
    'mongosh --eval "db.x.find({ _id: ObjectId(1) }).limit(5)"': [],
    mongosh: 'opaque an interactive `mongosh` session',
  },
}

const redis: Program = {
  tier: 'execute',
  options: {
    '-h HOST': 'connect',
    '-u URL': 'connect',
    '-a TEXT --pass=TEXT': 'sends',
    '-p PORT -s PATH --user=NAME -n N -r N -i N -d TEXT -t N --pattern=TEXT --count=N --cacert=FILE --cert=FILE --key=FILE --sni=NAME --show-pushes=YES':
      'plain',
    '-c -x -X -2 -3 -e --raw --no-raw --csv --json --tls --insecure --no-auth-warning --quoted-input --askpass --verbose':
      'plain',
    '--scan --bigkeys --memkeys --hotkeys --stat --latency --latency-history --latency-dist': 'plain',
    '--eval=FILE': ['code', 'opaque code that runs in the database'],
    '--rdb=FILE --functions-rdb=FILE': 'write',
    '--pipe': 'opaque commands from standard input',
    '--cluster=COMMAND': 'change database/manage',
  },
  commands: {
    [anyCase(
      'get mget strlen getrange exists type ttl pttl keys scan randomkey dbsize info ping echo time hget hmget hgetall hkeys hvals hlen hexists hscan hstrlen lrange llen lindex lpos smembers scard sismember smismember sscan sinter sunion sdiff zrange zrangebyscore zrevrange zcard zcount zscore zrank zscan xrange xrevrange xlen xread xinfo pfcount geopos geodist geosearch bitcount getbit object memory dump touch lastsave role command subscribe psubscribe',
    )]: reads,
    [anyCase('slowlog latency client cluster acl function module script pubsub')]: {
      tier: 'execute',
      commands: {
        [anyCase(
          'get list len latest doctor history info id getname nodes slots shards myid whoami cat stats exists channels numsub numpat',
        )]: reads,
        [anyCase(
          'reset kill pause unpause setname no-evict load unload setuser deluser save failover forget meet addslots flush delete',
        )]: manages,
      },
    },
    [anyCase('config')]: {
      tier: 'execute',
      commands: {
        [anyCase('get')]: {
          ...reads,
          // `?`: no setting has a one-letter name, and `*` requests all of them.
          operands: { '*pass* *auth* *PASS* *AUTH* ?': 'change secrets/read', '*': 'plain' },
        },
        [anyCase('set rewrite resetstat')]: manages,
      },
    },
    [anyCase('monitor')]: reads,
    [anyCase(
      'set setex psetex setnx mset msetnx append incr incrby incrbyfloat decr decrby getset getex setrange expire pexpire expireat persist rename renamenx copy move restore hset hmset hsetnx hincrby lpush rpush lpushx rpushx linsert lset lmove sadd smove zadd zincrby xadd xack publish pfadd geoadd setbit sort',
    )]: changes,
    [anyCase('del unlink getdel hdel lpop rpop lrem ltrim blpop brpop spop srem zrem zpopmin zpopmax xdel xtrim')]:
      deletes,
    [anyCase('flushall flushdb swapdb')]: drops,
    [anyCase('shutdown save bgsave bgrewriteaof slaveof replicaof failover debug migrate auth')]: manages,
    [anyCase('eval evalsha fcall')]: scripts,
  },
  examples: {
    'redis-cli -h cache.example GET user:1': 'connect cache.example',
    'redis-cli -h cache.example -a x PING': 'connect cache.example sends',
    'redis-cli config get maxmemory': [],
    "redis-cli config get '*'": 'change secrets/read *',
    'redis-cli config get requirepass': 'change secrets/read requirepass',
    'redis-cli FLUSHALL': 'change database/drop',
    'redis-cli set a b': 'change database/apply',
    'redis-cli CONFIG SET dir /var/spool/cron': 'change database/manage',
    'redis-cli EVAL x 0': 'opaque a script that runs in the database',
    'redis-cli lrange q 0 -1': [],
    'redis-cli --scan --pattern a:*': [],
    'redis-cli --scan --rdb /srv/dump': 'write /srv/dump',
  },
}

/** Databases without SQL. */
export const keyValueStores: Programs = {
  'redis-cli valkey-cli': { ...redis, custom: runRedis },
  'mongosh mongo': { ...mongo, custom: runMongo },
}

/**
 * `--scan` and similar options list the keys and exit; without them and without a command it starts an interactive session.
 */
function runRedis(call: ProgramCall): void {
  applyTable(redis, call)
  const { options, operands, path } = sortArguments(call.args, compileProgram(redis))
  if (path.length > 0 || operands.length > 0) return
  if (options.some(({ spelling }) => looksThrough.has(spelling))) call.amend({ tier: 'read' })
}

const looksThrough = new Set(['--scan', '--bigkeys', '--memkeys', '--hotkeys', '--stat', '--latency'])

function runMongo(call: ProgramCall): void {
  applyTable(mongo, call)
  const sorted = sortArguments(call.args, compileProgram(mongo))
  if (sorted.unknownOptions.includes('--help')) return
  const code = sorted.options.flatMap(({ spelling, value }) => (spelling === '--eval' && value !== null ? [value] : []))
  const hasFile = sorted.options.some(({ spelling }) => spelling === '-f' || spelling === '--file')
  const { stdin } = call.frame
  const given = code.length === 0 && stdin.from === 'text' ? [stdin.text] : code
  if (given.length === 0 && !hasFile && !sorted.operands.some(word => knownPrefix(word).endsWith('.js')))
    return call.opaque(
      stdin.from === 'nothing' ? `an interactive \`${call.name}\` session` : 'code from standard input',
    )
  if (given.map(text => applyMongo(text, call)).every(isRead => isRead) && !hasFile && given.length > 0)
    call.amend({ tier: 'read' })
}

const looks =
  /^(show \w+|(?:printjson|JSON\.stringify|tojson|print)?\(?\s*(db|rs|sh)(\.\w+|\.getCollection\(\s*['"][\w.-]+['"]\s*\)|\[['"][\w.-]+['"]\])*?\.(find|findOne|count|countDocuments|estimatedDocumentCount|distinct|getIndexes|stats|explain|getCollectionNames|getCollectionInfos|getName|getUsers|version|serverStatus|status|conf|printReplicationInfo|hello|isMaster)\([^;=]*\)?)$/

/** Whether a query calls anything besides query functions and value constructors: its arguments are JavaScript. */
const callsMore = (code: string): boolean => /[\w$\])'"]\s*\(|`/.test(code.replace(plainCalls, ' '))

const plainCalls =
  /(?:\.(?:find|findOne|count|countDocuments|estimatedDocumentCount|distinct|getIndexes|stats|explain|getCollection|getCollectionNames|getCollectionInfos|getName|getUsers|version|serverStatus|status|conf|printReplicationInfo|hello|isMaster|limit|sort|skip|toArray|pretty|size|project|projection|hint|maxTimeMS|itcount|getTime|stringify)|\b(?:ObjectId|ISODate|NumberInt|NumberLong|NumberDecimal|Date|UUID|RegExp|printjson|tojson|print))\s*\(/g

/** Code that is plainly a query adds no effect; code that plainly deletes is recorded; the rest is opaque. */
function applyMongo(text: Word, call: ProgramCall): boolean {
  const code = wordText(text).trim().replace(/;$/, '')
  const short = code.slice(0, 60)
  if (!isKnown(text)) call.opaque(`code that runs in the database: \`${short}\``)
  else if (/\.(dropDatabase|drop|dropIndex(es)?|dropUser|dropRole)\(/.test(code)) call.change('database/drop', short)
  else if (/\.(deleteMany|deleteOne|remove|findOneAndDelete)\(/.test(code)) call.change('database/delete', short)
  else if (
    looks.test(code) &&
    !/\$(out|merge|where|function|accumulator)\b|=>|function\b/.test(code) &&
    !callsMore(code)
  )
    return true
  else call.opaque(`code that runs in the database: \`${short}\``)
  return false
}

import type { Meaning, Programs } from '../engine/table.ts'
import { packageReads } from '../shared/package-commands.ts'

/** A configuration names code to load, even if it is only checked. */
const loads: Meaning = { '*..*': 'code', '/etc/*': 'read', '*': ['read', 'may name code'] }

/** Servers: starting one asks first; printing the version or checking the configuration only reads. */
export const servers: Programs = {
  'nginx openresty angie': {
    tier: 'execute',
    options: {
      '-t -T -v -V -h -?': 'dry run',
      '-q': 'plain',
      // A configuration loads modules, even if it is only checked.
      '-c FILE -p DIR': { '/etc/nginx/* /etc/nginx': 'read', '*': 'code' },
      '-e FILE': 'read',
      '-g TEXT': 'opaque server configuration directives',
      '-s SIGNAL': 'change system/service',
    },
    examples: {
      'nginx -t': [],
      'nginx -t -c nginx.conf': 'read nginx.conf',
      'nginx -t -c /tmp/x.conf': ['read /tmp/x.conf', 'opaque code in `/tmp/x.conf`'],
      'nginx -s reload': 'change system/service reload',
      "nginx -t -g 'load_module /tmp/x.so;'": 'opaque server configuration directives: `load_module /tmp/x.so;`',
    },
  },
  haproxy: {
    tier: 'execute',
    options: { '-v -vv -c -h': 'dry run', '-f FILE': loads, '-q -V -d[KEYWORDS]': 'plain' },
    examples: {
      'haproxy -c -f haproxy.cfg': 'read haproxy.cfg',
      'haproxy -c -f /tmp/x': ['read /tmp/x', 'opaque `haproxy` may run or write a file outside the project: `/tmp/x`'],
      'haproxy -v': [],
    },
  },
  'apachectl apache2ctl httpd apache2': {
    tier: 'execute',
    options: {
      '-t -S -v -V -l -L -M': 'dry run',
      '-f FILE -d DIR': loads,
      '-D NAME': 'plain',
      '-k ACTION': 'change system/service',
      '-C TEXT -c TEXT': 'opaque server configuration directives',
    },
    commands: { 'configtest status fullstatus': packageReads },
    operands: 'change system/service',
    examples: { 'apachectl configtest': [], 'apachectl restart': 'change system/service restart' },
  },
  caddy: {
    tier: 'execute',
    commands: {
      'version list-modules validate build-info help adapt manpage': {
        ...packageReads,
        options: { '--config=FILE -c FILE': 'read', '--adapter=NAME -a NAME': 'plain', '--envfile=FILE': 'read' },
      },
      fmt: {
        tier: 'read',
        options: { '-w, --overwrite': ['operands write', 'tier write'], '-d, --diff': 'plain' },
        operands: 'read',
      },
      'reload stop': { tier: 'execute', does: ['change system/service'], otherOptions: 'plain' },
    },
    examples: {
      'caddy version': [],
      'caddy fmt --overwrite Caddyfile': 'write Caddyfile',
      'caddy stop': 'change system/service',
    },
  },
  'prometheus alertmanager node_exporter grafana-server grafana loki traefik envoy redis-server valkey-server postgres mysqld mariadbd mongod mongos memcached etcd influxd clickhouse-server minio dockerd containerd kubelet dnsmasq named unbound squid varnishd':
    {
      tier: 'execute',
      options: { '-V -version': 'dry run' },
      commands: { 'version help': packageReads },
      operands: 'plain',
      examples: { 'prometheus --version': [], 'postgres -V': [] },
    },
  'sshd php-fpm': {
    tier: 'execute',
    options: { '-t -T -v': 'dry run', '-f FILE -c FILE -y FILE': 'read', '-C TEXT -G': 'plain' },
    examples: { 'sshd -T': [] },
  },
  ollama: {
    tier: 'execute',
    commands: {
      'list ls ps show help version': packageReads,
      'pull create cp': { tier: 'execute', does: ['change models/install'], otherOptions: 'plain', operands: 'plain' },
      push: { tier: 'execute', does: ['connect sends'], operands: 'plain' },
      rm: { tier: 'execute', does: ['change models/delete'], operands: 'plain' },
      stop: { tier: 'execute', does: ['change models/stop'], operands: 'plain' },
    },
    options: { '-v -h': 'plain' },
    examples: { 'ollama list': [], 'ollama rm x': 'change models/delete', 'ollama push me/x': 'connect … sends' },
  },
  'kafka-topics kafka-consumer-groups kafka-configs kafka-acls kafka-log-dirs kafka-broker-api-versions kafka-get-offsets kafka-topics.sh kafka-consumer-groups.sh kafka-configs.sh kafka-acls.sh kafka-get-offsets.sh':
    {
      tier: 'read',
      options: {
        '--bootstrap-server=HOST --zookeeper=HOST': 'connect',
        '--topic=NAME --group=NAME --partitions=N --replication-factor=N --config=TEXT --entity-type=TYPE --entity-name=NAME --timeout=N --time=N --topics=LIST --exclude-internal --members --verbose --offsets --state':
          'plain',
        '--command-config=FILE': 'read',
        '--list --describe --help --version --if-exists --if-not-exists --all-groups --all-topics --under-replicated-partitions --unavailable-partitions':
          'plain',
        '--create --alter --add --add-config=TEXT --delete-config=TEXT': 'change queues/apply',
        '--delete --remove --reset-offsets --delete-offsets': 'change queues/delete',
        '--execute --to-earliest --to-latest --to-offset=N --shift-by=N --dry-run --force': 'plain',
      },
      examples: {
        'kafka-topics --list --bootstrap-server localhost:9092': 'connect localhost:9092',
        'kafka-topics --delete --topic x --bootstrap-server h:1': ['change queues/delete', 'connect h:1'],
      },
    },
  'kafka-console-consumer kafka-console-consumer.sh': {
    tier: 'read',
    options: {
      '--bootstrap-server=HOST': 'connect',
      // With a named group it would move that group's offsets.
      '--group=NAME --consumer-property=TEXT': 'change queues/update',
      '--topic=NAME --include=PATTERN --partition=N --offset=N --max-messages=N --timeout-ms=N --property=TEXT --isolation-level=LEVEL --key-deserializer=CLASS --value-deserializer=CLASS':
        'plain',
      '--formatter=CLASS': 'opaque a custom formatter class',
      '--consumer.config=FILE --formatter-config=FILE': 'read',
      '--from-beginning --skip-message-on-error --enable-systest-events': 'plain',
    },
    examples: { 'kafka-console-consumer --bootstrap-server localhost:9092 --topic logs': 'connect localhost:9092' },
  },
  'kafka-console-producer kafka-console-producer.sh': {
    tier: 'write',
    does: ['connect sends'],
    otherOptions: 'plain',
    operands: 'plain',
    examples: { 'kafka-console-producer --topic x --bootstrap-server h:1': 'connect … sends' },
  },
  'kcat kafkacat': {
    tier: 'read',
    options: {
      '-b HOST': 'connect',
      '-P': 'sends',
      '-L -C -J -e -q -u -E -T -Z -v': 'plain',
      '-t TOPIC -p N -o OFFSET -c N -f FORMAT -K DELIM -D DELIM -s FORMAT -r URL -m N': 'plain',
      '-F FILE': ['read', 'opaque options from a file'],
      '-X SETTING': { '*plugin*': 'opaque a plugin', '*': 'plain' },
      '-G GROUP': 'change queues/update',
    },
    operands: 'read',
    examples: {
      'kcat -b localhost:9092 -L': 'connect localhost:9092',
      'kcat -P -b h:1 -t x a': ['connect h:1 sends', 'read a'],
    },
  },
  etcdctl: {
    tier: 'execute',
    options: {
      '--endpoints=LIST --cacert=FILE --cert=FILE --key=FILE --user=NAME -w FORMAT --write-out=FORMAT': 'plain',
    },
    commands: {
      'version check endpoint': packageReads,
      // A cluster stores its secrets there.
      'get watch': {
        tier: 'read',
        options: {
          '--prefix --from-key': 'change secrets/read',
          '--keys-only --print-value-only --count-only --limit=N --rev=N': 'plain',
        },
        operands: { '*secret*': 'change secrets/read', '/registry*': 'change secrets/read', '*': 'plain' },
      },
      member: {
        tier: 'execute',
        commands: {
          list: packageReads,
          '*': { tier: 'execute', does: ['change cluster/manage'], otherOptions: 'plain', operands: 'plain' },
        },
      },
      'put lease txn snapshot move-leader compaction defrag': {
        tier: 'execute',
        does: ['change cluster/apply'],
        otherOptions: 'plain',
        operands: 'plain',
      },
      'del auth user role': {
        tier: 'execute',
        does: ['change cluster/delete'],
        otherOptions: 'plain',
        operands: 'plain',
      },
    },
    examples: {
      'etcdctl get /x': [],
      'etcdctl get /registry/secrets/a': 'change secrets/read /registry/secrets/a',
      'etcdctl del /x': 'change cluster/delete',
    },
  },
}

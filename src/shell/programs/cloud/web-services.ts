import type { Options, Programs, Subcommand } from '../engine/table.ts'
import {
  applies,
  cloudManages,
  cloudReads,
  deletes,
  deploys,
  logsIn,
  printsSecrets,
  runsProject,
  runsThere,
  stops,
} from './cloud-actions.ts'

type Commands = Readonly<Record<string, Subcommand>>

/** The verbs that most nouns of these programs accept. */
const common: Commands = {
  'list ls show get info describe status inspect search retrieve view stats tail browse diff': cloudReads,
  'create add new update set edit enable import rename open test patch put verify deploy customize download resume toggle-on toggle-off toggle upload save publish copy invite assign':
    applies,
  'delete destroy rm remove unset disable archive purge revoke cancel roll void refund expire': deletes,
}
const noun = (own: Commands = {}): Subcommand => ({ commands: { ...common, ...own } })
const help: Options = { '-h': 'dry run' }

/** Programs of web services: identity, feature flags, gateways, monitoring, payment, messages. */
export const webServices: Programs = {
  auth0: {
    tier: 'execute',
    options: { ...help, '--tenant=NAME -t NAME': 'plain', '--debug --no-color --no-input --json --csv': 'plain' },
    commands: {
      'completion help': { ...cloudReads, operands: 'plain' },
      login: logsIn,
      logout: cloudManages,
      'apps actions rules roles users domains orgs organizations event-streams logs quickstarts qs terraform network-acl custom-domains attack-protection token-exchange':
        noun({
          'session-transfer': noun(),
          'permissions perms': noun(),
          blocks: noun({ unblock: applies }),
          'members invitations roles': noun({ members: noun() }),
          streams: noun({ create: noun(), update: noun() }),
          'setup generate': applies,
        }),
      apps: noun({ use: cloudManages, 'session-transfer': noun() }),
      apis: noun({ scopes: noun() }),
      api: {
        tier: 'read',
        options: { '-d DATA --data=DATA': 'change cloud/apply', '-q TEXT --query=TEXT': 'plain', '--force': 'plain' },
        operands: 'plain',
        commands: { get: cloudReads, 'post put patch': applies, delete: deletes },
      },
      'protection ap': {
        commands: {
          'breached-password-detection bpd brute-force-protection bfp suspicious-ip-throttling sit bot-detection': noun(
            { ips: noun({ check: cloudReads, unblock: applies }) },
          ),
        },
      },
      'universal-login ul': noun({ 'prompts templates customize': noun() }),
      email: { commands: { 'provider templates': noun() } },
      phone: { commands: { provider: noun() } },
      tenants: { commands: { 'list ls': cloudReads, use: cloudManages, open: cloudManages } },
      'tenant-settings': noun(),
      test: { commands: { login: logsIn, token: printsSecrets } },
    },
    examples: {
      'auth0 --tenant x apps list': [],
      'auth0 api tenants/settings': [],
      'auth0 api delete clients/1': 'change cloud/delete',
      'auth0 ul templates update': 'change cloud/apply',
      'auth0 test token': 'change secrets/read',
    },
  },
  'ldcli unleash flipt': {
    tier: 'execute',
    options: {
      ...help,
      '--access-token=TOKEN --base-uri=URL --config=FILE -o FORMAT --output=FORMAT --project=NAME --environment=NAME --analytics-opt-out':
        'plain',
    },
    commands: {
      'whoami help version validate': { ...cloudReads, operands: 'plain' },
      'flags projects environments segments members teams metrics experiments code-refs releases contexts features toggles strategies namespace flag segment rule variant distribution constraint rollout api-keys api-tokens users':
        noun({ 'get list': cloudReads }),
      config: {
        ...cloudReads,
        operands: 'plain',
        options: { '--set': 'change cloud/manage', '--unset=NAME': 'change cloud/manage', '--list': 'plain' },
        commands: { init: cloudManages, edit: cloudManages },
      },
      'login setup': logsIn,
      'export evaluate': cloudReads,
      import: applies,
      // Serves the feature flags on this machine.
      'dev-server server serve': { tier: 'execute', does: ['change network/network'], otherOptions: 'plain' },
      'migrate bundle': { tier: 'execute', does: ['change database/migrate'], otherOptions: 'plain' },
    },
    examples: {
      'ldcli flags list': [],
      'ldcli flags delete x --project p': 'change cloud/delete',
      'flipt namespace delete production': 'change cloud/delete',
    },
  },
  deck: {
    tier: 'execute',
    options: {
      ...help,
      '--kong-addr=URL --konnect-addr=URL': 'connect sends',
      '--headers=TEXT --konnect-token=TOKEN --konnect-control-plane-name=NAME --timeout=N --config=FILE --workspace=NAME -w NAME':
        'plain',
      '--tls-skip-verify --no-color --verbose=N': 'plain',
    },
    commands: {
      'ping version help completion': { ...cloudReads, operands: 'plain' },
      'diff validate': { tier: 'read', options: { '-s FILE --state=FILE': 'read' }, otherOptions: 'plain' },
      dump: { tier: 'read', options: { '-o FILE --output-file=FILE': 'write' }, otherOptions: 'plain' },
      'file convert': {
        tier: 'write',
        operands: 'plain',
        options: {
          '-o FILE --output-file=FILE': 'write',
          '-s FILE --state=FILE': 'read',
          '-i FILE --input-file=FILE': 'read',
        },
        otherOptions: 'plain',
      },
      sync: { ...deploys, options: { '-s FILE --state=FILE': 'read' } },
      reset: deletes,
      gateway: {
        commands: {
          'ping diff validate': cloudReads,
          dump: { tier: 'read', options: { '-o FILE --output-file=FILE': 'write' }, otherOptions: 'plain' },
          'sync apply': deploys,
          reset: deletes,
        },
      },
    },
    examples: {
      'deck diff': [],
      'deck dump --output-file kong.yaml': 'write kong.yaml',
      'deck reset': 'change cloud/delete',
    },
  },
  kong: {
    tier: 'execute',
    options: { ...help, '-c FILE --conf=FILE -p DIR --prefix=DIR --v --vv': 'plain' },
    commands: {
      'version health check': { ...cloudReads, operands: 'plain' },
      config: {
        commands: {
          parse: { tier: 'read', operands: 'read' },
          init: { tier: 'write' },
          'db_import db_export': applies,
        },
      },
      'start restart reload prepare': { tier: 'execute', does: ['change service/service'], otherOptions: 'plain' },
      'stop quit': { tier: 'execute', does: ['change service/stop'], otherOptions: 'plain' },
      migrations: {
        commands: {
          list: cloudReads,
          'bootstrap up finish': { tier: 'execute', does: ['change database/migrate'], otherOptions: 'plain' },
          reset: { tier: 'execute', does: ['change database/drop'], otherOptions: 'plain' },
        },
      },
    },
    examples: { 'kong config parse kong.yml': 'read kong.yml', 'kong migrations reset': 'change database/drop' },
  },
  apigeecli: {
    tier: 'execute',
    options: {
      ...help,
      '-t TOKEN --token=TOKEN -a FILE --account=FILE -o NAME --org=NAME -e NAME --env=NAME -r NAME --region=NAME --default-token --metadata-token':
        'plain',
    },
    commands: {
      'apis apps developers orgs products envs envgroups sharedflows proxies keyvaluemaps kvms targetservers flowhooks instances keystores datacollectors reports sync caches references resources environments apidocs appgroups sites overrides projects eptattachment':
        noun({
          'listdeploy listmembers getver fetch': cloudReads,
          'deploy undeploy': deploys,
          entries: noun(),
          keys: noun({ 'get list': printsSecrets }),
        }),
      token: { commands: { gen: printsSecrets, 'cache reset': logsIn } },
      prefs: cloudManages,
    },
    examples: { 'apigeecli apis list': [], 'apigeecli orgs delete --name o': 'change cloud/delete' },
  },
  'datadog-ci newrelic sentry-cli': {
    tier: 'execute',
    options: {
      ...help,
      '--auth-token=TOKEN --url=URL --log-level=LEVEL --header=TEXT --accountId=ID --profile=NAME --region=NAME --format=FORMAT':
        'plain',
      '--quiet --debug --plain --trace': 'plain',
    },
    commands: {
      'version info help completion': { ...cloudReads, operands: 'plain' },
      'monitors monitor dashboards dashboard synthetics apm entity nerdgraph nrql workload reporting edge decode releases release issues projects organizations repos events deploys agent apiAccess changeTracking diagnose fleet entities':
        noun({
          'query application tags deployment relationships': noun(),
          'run-tests': runsThere,
          'new finalize set-commits files propose-version': applies,
          'mute resolve unresolve': applies,
          'fetch-keys apiAccessGetKeys apiAccessGetKey': printsSecrets,
        }),
      'junit sarif sbom coverage sourcemaps dsyms flutter-symbols react-native gate trace tag measure lambda cloud-run stepfunctions git-metadata deployment dora upload-dif debug-files send-event send-envelope upload-proguard bash-hook monitors-run':
        { tier: 'execute', does: ['connect sends'], otherOptions: 'plain', operands: 'plain' },
      'login profile': { ...logsIn, operands: 'plain' },
      'install update uninstall': cloudManages,
    },
    examples: {
      'datadog-ci monitors list': [],
      'datadog-ci monitors delete 1': 'change cloud/delete',
      'sentry-cli sourcemaps upload dist': 'connect … sends',
    },
  },
  stripe: {
    tier: 'execute',
    options: {
      ...help,
      '--api-key=KEY --project-name=NAME -p NAME --config=FILE --color=WHEN --log-level=LEVEL --device-name=NAME -s ID --stripe-account=ID --stripe-version=DATE':
        'plain',
      '--live -l': 'plain',
    },
    commands: {
      'version status help samples open resources community serve': { ...cloudReads, operands: 'plain' },
      'logs events': noun({ resend: applies }),
      'customers products prices charges refunds invoices subscriptions payment_intents payment_links payment_methods setup_intents coupons promotion_codes plans payouts balance balance_transactions disputes accounts api_keys webhook_endpoints tax_rates tokens transfers topups files invoiceitems subscription_items subscription_schedules quotes checkout terminal issuing radar reporting apps sources credit_notes shipping_rates country_specs billing_portal':
        noun({
          'sessions readers cards': noun(),
          'capture confirm finalize_invoice pay send_invoice mark_uncollectible accept approve decline reject close release increment_authorization apply_customer_balance':
            applies,
          detach: deletes,
        }),
      get: cloudReads,
      post: applies,
      delete: deletes,
      'trigger fixtures': applies,
      listen: {
        tier: 'execute',
        does: ['change network/network'],
        options: {
          '-f URL --forward-to=URL -c URL --forward-connect-to=URL': 'connect sends',
          '--print-secret': 'change secrets/read',
        },
        otherOptions: 'plain',
      },
      login: logsIn,
      logout: cloudManages,
      config: { ...cloudManages, options: { '--list': 'change secrets/read' } },
      plugin: { commands: { 'install upgrade uninstall': cloudManages } },
    },
    examples: {
      'stripe customers list --limit 3': [],
      'stripe products delete prod_1': 'change cloud/delete',
      'stripe api_keys roll': 'change cloud/delete',
    },
  },
  twilio: {
    tier: 'execute',
    options: { ...help, '-p NAME --profile=NAME -o FORMAT -l LEVEL': 'plain', '--silent': 'plain' },
    commands: {
      'help debugger:logs:list phone-numbers:list profiles:list': { ...cloudReads, operands: 'plain' },
      'api:*:list api:*:fetch': { ...cloudReads, operands: 'plain' },
      'api:*:remove api:*:delete': deletes,
      'api:*:create api:*:update phone-numbers:update phone-numbers:buy:* email:send': applies,
      'serverless:deploy flex:plugins:deploy': deploys,
      'serverless:start serverless:list': runsProject,
      'login profiles:create': logsIn,
      'profiles:use profiles:remove plugins:install plugins:remove': cloudManages,
    },
    examples: { 'twilio api:core:calls:list': [], 'twilio api:core:messages:create --to x': 'change cloud/apply' },
  },
  nats: {
    tier: 'execute',
    options: {
      ...help,
      '-s URL --server=URL': 'connect',
      '--user=NAME --password=TEXT --creds=FILE --nkey=FILE --context=NAME --timeout=N --tlscert=FILE --tlskey=FILE --tlsca=FILE --js-domain=NAME':
        'plain',
      '--trace --no-context': 'plain',
    },
    commands: {
      'rtt latency events subscribe sub traffic top cheat errors schema': { ...cloudReads, operands: 'plain' },
      'publish pub request req reply bench': {
        tier: 'execute',
        does: ['connect sends'],
        options: { '--command=COMMAND': 'run' },
        otherOptions: 'plain',
      },
      'stream str consumer con kv object obj account a server srv context ctx auth service micro': noun({
        'report state subjects history watch next find graph config cluster raft ping request': {
          ...cloudReads,
          operands: 'plain',
        },
        'backup restore seal peer-remove purge rmm': deletes,
        'select validate': cloudManages,
        'pause resume step-down': stops,
        'put send': applies,
      }),
    },
    examples: {
      'nats consumer ls ORDERS': [],
      'nats stream rm ORDERS -f': 'change cloud/delete',
      'nats pub s m': 'connect … sends',
    },
  },
  'rabbitmqadmin rabbitmqctl rabbitmq-diagnostics': {
    tier: 'execute',
    options: {
      ...help,
      '-H HOST --host=HOST': 'connect',
      '-P PORT --port=PORT -u NAME --username=NAME -p TEXT --password=TEXT -V NAME --vhost=NAME -n NAME --node=NAME -f FORMAT --format=FORMAT -t N --timeout=N':
        'plain',
      '-q --quiet -s --silent -k': 'plain',
    },
    commands: {
      'list show get status report ping check_* list_* cluster_status environment help version node_health_check memory_breakdown':
        { ...cloudReads, operands: 'plain' },
      'delete purge close reset force_reset forget_cluster_node delete_* purge_queue clear_* close_*': {
        ...deletes,
        operands: 'plain',
      },
      'declare publish import add_* set_* change_password join_cluster await_* enable_feature_flag rename_*': {
        ...applies,
        operands: 'plain',
      },
      'stop stop_app shutdown restart start_app rotate_logs': { ...stops, operands: 'plain' },
      eval: { tier: 'execute', operands: 'opaque code that runs on the server' },
    },
    examples: { 'rabbitmqctl list_queues': [], 'rabbitmqadmin purge queue name=jobs': 'change cloud/delete' },
  },
  'pd algolia square': {
    tier: 'execute',
    options: { ...help, '-p NAME --profile=NAME --application-id=ID --api-key=KEY --json': 'plain' },
    commands: {
      'help version search open': { ...cloudReads, operands: 'plain' },
      'service schedule escalation-policy team user incident log ep field catalog customers payments orders indices index objects rules rule synonyms apikeys settings events crawler dictionary':
        noun({
          'ack resolve merge priority snooze notes override move clear replicas config': applies,
          'browse analytics': cloudReads,
          user: noun(),
        }),
      'auth profile login': logsIn,
    },
    examples: { 'pd service get P1': [], 'algolia indices delete products': 'change cloud/delete' },
  },
  'promtool amtool': {
    tier: 'execute',
    options: help,
    commands: {
      'check query test': { ...cloudReads, operands: 'plain' },
      'alert silence config': {
        commands: { 'query show list': cloudReads, 'add update import': applies, expire: deletes, routes: cloudReads },
      },
      tsdb: { commands: { 'analyze list dump': cloudReads } },
      push: applies,
    },
    examples: { 'promtool check rules r.yml': [] },
  },
  splunk: {
    tier: 'execute',
    commands: {
      'list show status version help search display': { ...cloudReads, operands: 'plain' },
      'add edit set enable import': { ...applies, operands: 'plain' },
      'remove delete clean disable': { ...deletes, operands: 'plain' },
      'start stop restart': { tier: 'execute', does: ['change service/service'], otherOptions: 'plain' },
      login: logsIn,
      cmd: { tier: 'execute', operands: 'opaque a splunk command' },
    },
    examples: { 'splunk list index': [], 'splunk delete user x': 'change cloud/delete' },
  },
}

import type { Options, Programs, Subcommand } from '../engine/table.ts'
import {
  applies,
  cloudManages,
  cloudReads,
  deletes,
  deploys,
  grants,
  logsIn,
  printsSecrets,
  runsThere,
  stops,
} from './cloud-actions.ts'
import { otherNouns } from './cloud-nouns.ts'

type Commands = Readonly<Record<string, Subcommand>>

/** The last word of a command is the verb that decides its effect. */
const verbs: Commands = {
  'list show exists check-name check-health get-versions get-upgrades summarize usage logs url wait query': cloudReads,
  'list-keys list-connection-strings list-publishing-profiles list-publishing-credentials show-connection-string get-access-token get-credentials generate-sas renew-key regenerate-key list-secrets grant-access create-for-rbac reset-credentials download-profile':
    printsSecrets,
  'list-* show-* get-* check-* validate* what-if preview': cloudReads,
  'delete purge remove delete-* remove-* unregister revoke* detach disable deny abandon unset clear cancel': deletes,
  'stop deallocate restart reboot redeploy failover pause suspend drain power-off': stops,
  'invoke exec run execute ssh start-session run-command call': runsThere,
  'add-policy set-policy grant assign elevate open-port': grants,
  'create update set add add-* set-* start scale upgrade import restore copy move rename resize enable register assign attach enroll approve complete reset rotate renew promote publish sync swap tag generate* convert capture reimage upload* deploy migrate link unlink associate disassociate lock unlock extend vote queue config-zip up recover undelete test-*':
    applies,
}

/** Groups, which only contain other commands. A name in this list is never a verb. */
const groups =
  'account acl activity-log addon agent-pool alert alias app appsettings application app-insights arecord assignment autoscale auto-scale backup backup-policy bgp-peer blob budget build cert certificate cluster collection component config configuration connection connection-string consumer-group container cors credential custom-domain data data-collection database datastore db deployment definition diagnostic-settings directory disk dns domain door elastic-pool endpoint entity environment event-subscription eventhub exemption express-route extension failover-group fs feature federated-credential firewall firewall-rule flexible-server folder frontend function gallery group hostname hybrid-connection identity image image-definition image-version incident instance ip-config ip-rule job key keys kv lb listener local-context location lock log log-analytics log-profiles management management-policy manifest member metrics mi ml model mongodb batch-endpoint online-endpoint batch-deployment online-deployment compute schedule nat namespace network network-rule nic nodepool nsg object operation operations owner parameter partner peering permission pipeline plan policy pool pr private-dns private-endpoint private-endpoint-connection private-link-resource probe profile project public-ip queue record-set reference registration registry remediation replica replication repository resource resource-group revision role route route-table routing-rule rule rules run-history runs scope secret security-group sentinel server service service-endpoint service-principal setting share share-rm signed-in-user site sku slot snapshot source sp sql ssl state storage-account sub subnet subscription table tag team task threat-policy throughput token topic traffic-manager trigger tls user user-delegation variable variable-group vault version virtual-network-rule vm-extension vnet vnet-gateway vpn-connection vpn-gateway waf-policy webhook work-item workspace zone a aaaa cname mx ns ptr soa srv txt caa gremlin cassandra'

const secretSettings: Commands = { 'list show': printsSecrets }
const overrides: Commands = {
  'keys credential appsettings connection-string': { commands: { ...verbs, ...secretSettings } },
  secret: { commands: { ...verbs, 'show download backup': printsSecrets } },
  log: {
    commands: {
      ...verbs,
      tail: cloudReads,
      download: { tier: 'write', options: { '--log-file=FILE': 'write' }, otherOptions: 'plain' },
    },
  },
  copy: { commands: { start: applies, 'start-batch cancel': applies } },
  source: { commands: { ...verbs, 'config config-zip config-local-git sync': deploys } },
  'run-command': { commands: { 'invoke create': runsThere, 'list show': cloudReads, delete: deletes } },
}
/** A later row overrides the same name in an earlier one. */
const level = (inner: Commands): Commands => ({ ...verbs, ...inner, ...overrides })
const fourth = level({})
const third = level({ [groups]: { commands: fourth } })
const second = level({ [groups]: { commands: third } })
const first = level({ [groups]: { commands: second } })

const fileOptions: Options = {
  '-f FILE --file=FILE -d DIR --destination=DIR --destination-path=DIR': 'write',
  '-n NAME --name=NAME -c NAME --container-name=NAME --account-name=NAME --account-key=KEY --sas-token=TOKEN --connection-string=TEXT -s NAME --source=NAME --pattern=TEXT --auth-mode=MODE --blob-endpoint=URL --share-name=NAME -p PATH --path=PATH --snapshot=DATE --version-id=ID --max-connections=N':
    'plain',
  '--no-progress --overwrite --dryrun': 'plain',
}
const downloads: Subcommand = { tier: 'write', options: fileOptions }
const uploads: Subcommand = {
  tier: 'execute',
  does: ['connect sends'],
  options: { ...fileOptions, '-f FILE --file=FILE -s DIR --source=DIR': 'read', '-d NAME --destination=NAME': 'plain' },
  otherOptions: 'plain',
}

/** Microsoft's services. */
export const azure: Programs = {
  az: {
    tier: 'execute',
    options: {
      '-o FORMAT --output=FORMAT --query=TEXT --subscription=NAME -g NAME --resource-group=NAME': 'plain',
      '--only-show-errors --verbose --debug': 'plain',
      '-h': 'dry run',
    },
    env: { AZURE_EXTENSION_DIR: 'opaque extensions from another directory', AZURE_CONFIG_DIR: 'code' },
    commands: {
      'version find feedback help': { ...cloudReads, operands: 'plain' },
      login: logsIn,
      'logout upgrade configure init': cloudManages,
      config: { commands: { get: cloudReads, 'set unset param-persist': cloudManages } },
      extension: {
        commands: { 'list list-available list-versions show': cloudReads, 'add update remove': cloudManages },
      },
      cloud: { commands: { 'list show list-profiles': cloudReads, 'set register unregister update': cloudManages } },
      bicep: {
        commands: {
          'version list-versions lint': cloudReads,
          'build decompile format generate-params': {
            tier: 'write',
            options: {
              '--outdir=DIR --outfile=FILE': 'write',
              '-f FILE --file=FILE': 'read',
              '--stdout --force': 'plain',
            },
          },
          'install upgrade uninstall publish restore': cloudManages,
        },
      },
      account: { commands: { ...first, set: cloudManages, clear: cloudManages } },
      rest: {
        tier: 'read',
        options: {
          '-m METHOD --method=METHOD': {
            'get GET head HEAD options OPTIONS': 'plain',
            'delete DELETE': 'change cloud/delete',
            '*': 'change cloud/apply',
          },
          // Any other host receives the token.
          '-u URL --uri=URL --url=URL': {
            'https://management.azure.com https://management.azure.com/* https://graph.microsoft.com https://graph.microsoft.com/*':
              'connect',
            '/*': 'plain',
            '*': 'connect sends',
          },
          '-b TEXT --body=TEXT': 'sends',
          '--output-file=FILE': 'write',
          '--headers=TEXT --resource=URL --uri-parameters=TEXT --skip-authorization-header': 'plain',
        },
      },
      aks: {
        commands: {
          ...first,
          'get-credentials': cloudManages,
          command: { commands: { invoke: runsThere, result: cloudReads } },
          'browse install-cli install-connector': cloudManages,
        },
      },
      acr: { commands: { ...first, login: logsIn, build: deploys, run: runsThere, 'check-health': cloudReads } },
      storage: {
        commands: {
          ...first,
          blob: {
            commands: {
              ...second,
              'download download-batch': downloads,
              'upload upload-batch': uploads,
              sync: uploads,
            },
          },
          file: { commands: { ...second, 'download download-batch': downloads, 'upload upload-batch': uploads } },
          fs: { commands: { ...second, file: { commands: { ...verbs, download: downloads, upload: uploads } } } },
          remove: deletes,
          copy: uploads,
        },
      },
      keyvault: {
        commands: { ...first, 'key certificate': { commands: { ...verbs, 'download backup decrypt': printsSecrets } } },
      },
      role: {
        commands: {
          assignment: { commands: { ...verbs, 'create update': grants } },
          definition: { commands: { ...verbs, 'create update': grants } },
        },
      },
      ad: {
        commands: {
          ...first,
          sp: {
            commands: {
              ...second,
              credential: { commands: { list: cloudReads, reset: printsSecrets, delete: deletes } },
            },
          },
          app: {
            commands: {
              ...second,
              credential: { commands: { list: cloudReads, reset: printsSecrets, delete: deletes } },
            },
          },
        },
      },
      deployment: { commands: { 'group sub mg tenant operation': { commands: { ...second, create: deploys } } } },
      pipelines: { commands: { ...first, run: deploys } },
      [`vm vmss acs apim appconfig appservice artifacts backup batch billing boards cdn cognitiveservices communication connectedmachine consumption container containerapp cosmosdb databricks datafactory devcenter devops disk dms dt eventgrid eventhubs feature functionapp group hdinsight identity image iot kusto lab lock logic logicapp managedapp maps mariadb ml monitor mysql netappfiles network policy postgres ppg provider purview quantum redis relay repos reservations resource resourcemanagement search security servicebus sf sig signalr snapshot spring sql sshkey stack-hci staticwebapp synapse tag term ts webapp webpubsub sentinel graph`]:
        { commands: first },
      ...otherNouns,
    },
    examples: {
      'az vm list -g rg --output table': [],
      'az --query delete vm show': [],
      'az vm delete list': 'change cloud/delete',
      'az network vnet subnet show --name x': [],
      'az account get-access-token': 'change secrets/read',
      'az keyvault secret show --name x --vault-name v': 'change secrets/read',
      'az webapp config appsettings list -n app': 'change secrets/read',
      'az storage blob download -c c -n b -f out': 'write out',
      'az storage blob upload -c c -n b -f .env.example': ['read .env.example', 'connect … sends'],
      'az rest --method delete --uri https://management.azure.com/x': [
        'change cloud/delete delete',
        'connect management.azure.com',
      ],
      'az group delete --name rg --yes': 'change cloud/delete',
      'az vm frobnicate': 'opaque unknown subcommand `frobnicate` of `az`',
    },
  },
  azcopy: {
    tier: 'execute',
    options: { '-h': 'dry run', '--output-type=KIND --log-level=LEVEL --output-level=LEVEL --cap-mbps=N': 'plain' },
    commands: {
      'list env doc version help': cloudReads,
      jobs: { commands: { 'list show': cloudReads, resume: applies, 'remove clean': deletes } },
      'copy c cp': {
        tier: 'write',
        options: {
          '--recursive[=YES] --overwrite=HOW --include-pattern=TEXT --exclude-pattern=TEXT --include-path=TEXT --exclude-path=TEXT --put-md5 --from-to=KIND --as-subdir[=YES] --preserve-last-modified-time --check-length[=YES] --blob-type=KIND --block-size-mb=N --follow-symlinks':
            'plain',
          '--dry-run': 'plain',
        },
        operands: { 'http://*': 'connect sends', 'https://*': 'connect sends', '*': 'read' },
      },
      'sync s': {
        tier: 'execute',
        options: { '--delete-destination=HOW': { false: 'plain', '*': 'change cloud/delete' } },
        otherOptions: 'plain',
        operands: { 'http://*': 'connect sends', 'https://*': 'connect sends', '*': 'read' },
      },
      'remove rm': deletes,
      'make mk set-properties': applies,
      login: { ...logsIn, operands: 'plain', commands: { status: cloudReads } },
      logout: cloudManages,
    },
    examples: {
      'azcopy list https://a.blob.core.windows.net/c': 'connect a.blob.core.windows.net',
      'azcopy copy ./x https://a.blob.core.windows.net/c': ['read x', 'connect a.blob.core.windows.net sends'],
      'azcopy remove https://a.blob.core.windows.net/c/b': ['change cloud/delete', 'connect a.blob.core.windows.net'],
    },
  },
}

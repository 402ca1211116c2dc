import { runSql } from '../databases/databases-run.ts'
import type { Options, Program, Programs, Subcommand } from '../engine/table.ts'
import { withCopies } from '../network/remote-copy.ts'
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

/** The last word of a command is the verb that decides its effect; operands follow it. */
const verbs: Commands = {
  'list describe get read search tail get-value get-iam-policy get-ancestors-iam-policy get-effective-firewalls get-health get-status get-guest-attributes get-serial-port-output get-named-ports get-xpn-host get-nat-mapping-info get-router-status get-operation get-policy get-upgrades get-server-config list-* lookup query wait diff validate estimate-* test-iam-permissions analyze-* check-* troubleshoot-* lint explain':
    cloudReads,
  'access print-access-token print-identity-token print-settings print-refresh-token get-keystring reset-windows-password generate-login-token create-login-credentials decrypt asymmetric-decrypt sign-url sign-jwt sign-blob':
    printsSecrets,
  'delete remove destroy delete-* remove-* undeploy cancel purge disable revoke unset clear reset detach-* deprecate abandon-* flush-* withdraw invalidate-cdn-cache':
    deletes,
  'stop suspend restart drain failover pause stop-* simulate-maintenance-event reboot switchover': stops,
  'set-iam-policy add-iam-policy-binding remove-iam-policy-binding add-iam-policy grant': grants,
  'call run execute ssh invoke start-iap-tunnel connect-to-serial-port publish': runsThere,
  'deploy rollback promote submit': deploys,
  'create update add set patch start resume resize enable import export restore clone copy move rename add-* set-* update-* create-* attach-* insert snapshot upgrade apply replace undelete recreate-* rolling-action scale scp approve reject retry perform-maintenance activate deactivate connect link unlink ack pull modify-* seek register unregister rotate bulk move-* expand-* migrate instantiate run-* configure-docker trigger lock unlock generate-* split allocate advance backfill rewrite acquire':
    applies,
}

/** Groups, which only contain other commands. A name in this list is never a verb. */
const groups =
  'accelerator-types access-approval accounts acl addresses aliases anomalies api-keys apis application-default applications apps apt artifacts attached authorities autoscaling available-versions backend-buckets backend-services backends backups batches bindings brands buckets builds capacity-commitments certificate-maps certificates channels client-tls-policies clusters commitments config-controller configurations connections connectors consumer-groups contexts custom-jobs databases dataset datasets deliveries delivery-pipelines deployments developers disk-types disks dns-keys docker domain-mappings domains endpoints engines entries entitlements environments event-types executions external-vpn-gateways federation feeds files filesets firewall-policies firewall-rules flags fleet folders forwarding-rules functions gateways generic global-addresses groups health-checks history hosts hub images import-jobs indexes insights instance-configs instance-groups instance-templates instances integrations interconnects invocations jobs keyrings keys language-packs lineage locations logs machine-images machine-types managed managed-zones maven memberships metastore metrics models monitoring mute-configs namespaces network-endpoint-groups networks node-groups node-pools node-templates node-types node npm notes notification-configs notifications objects occurrences operations organizations os-config os-images os-login os-policy-assignments osconfig packages pages peerings perimeters permissions pipelines plans policies policy-tags pools processes products profiles project-info projects providers public-advertised-prefixes python queues record-sets recommendations regions release releases replicas repositories reservations resource-policies resource-records-sets response-policies revisions roles rollouts routers routes routines rules runtime-configs schedules schemas secrets security-policies service-accounts service-attachments service-directory services servers server-tls-policies settings shares sinks snapshots snapshot-settings sole-tenancy sources specs ssl-certificates ssl-certs ssl-policies ssl-proxies state streams subnets subscriptions tags target-http-proxies target-https-proxies target-instances target-pools target-tcp-proxies target-vpn-gateways tasks tcp templates tensorboards tiers topics training transcripts triggers trust-configs tunnels types unmanaged uptime url-maps users validators variables versions vms volumes vpc-access vpn-gateways vpn-tunnels web web-security-scanner worker-pools workflows workloads workload-identity-pools workspace-add-ons xpn yum zones'

const second: Commands = { ...verbs, [groups]: { commands: { ...verbs, [groups]: { commands: verbs } } } }
const first: Commands = { ...verbs, [groups]: { commands: second } }
const product: Subcommand = { commands: first }

const copyOptions: Options = {
  '-r -R --recursive -n --no-clobber -P --preserve-posix -c --continue-on-error -Z --gzip-local-all -v --print-created-message -D --daisy-chain -p --preserve-acl -e -J -L --all-versions -A --ignore-symlinks --do-not-decompress -u -C -x -d -U --checksums-only':
    'plain',
  '-z LIST --gzip-local=LIST --cache-control=TEXT --content-type=TYPE --content-encoding=TYPE --storage-class=NAME -s NAME --predefined-acl=NAME --custom-metadata=MAP --exclude=PATTERN --manifest-path=FILE --encryption-key=KEY':
    'plain',
}
const storage: Subcommand = {
  commands: {
    'ls cat du hash list stat': cloudReads,
    cp: { tier: 'write', options: copyOptions },
    rsync: {
      tier: 'write',
      options: {
        ...copyOptions,
        '--delete-unmatched-destination-objects': 'change cloud/delete',
        '--dry-run': 'dry run',
      },
    },
    mv: { tier: 'write', options: copyOptions, does: ['change cloud/delete'] },
    rm: deletes,
    'sign-url': printsSecrets,
    'buckets objects folders managed-folders hmac operations service-agent insights batch-operations': {
      commands: second,
    },
    restore: applies,
  },
}

const gcloudCommands: Commands = {
  'help info topic version cheat-sheet survey': { ...cloudReads, operands: 'plain' },
  'init feedback': cloudManages,
  auth: {
    commands: {
      list: cloudReads,
      'print-access-token print-identity-token': printsSecrets,
      'login activate-service-account': logsIn,
      'revoke configure-docker': cloudManages,
      'application-default': {
        commands: { 'print-access-token': printsSecrets, login: logsIn, 'revoke set-quota-project': cloudManages },
      },
    },
  },
  config: {
    commands: {
      'list get get-value': cloudReads,
      'set unset': cloudManages,
      configurations: { commands: { 'list describe': cloudReads, 'create activate rename delete': cloudManages } },
    },
  },
  components: { commands: { list: cloudReads, 'install update remove reinstall restore repositories': cloudManages } },
  storage,
  run: { commands: { ...first, deploy: deploys } },
  app: { commands: { ...first, 'browse open-console': cloudManages, logs: { commands: { 'read tail': cloudReads } } } },
  functions: { commands: { ...first, logs: { commands: { read: cloudReads } } } },
  sql: {
    commands: {
      ...first,
      'import export': { commands: { 'sql csv bak tde': applies } },
      connect: runsThere,
    },
  },
  container: { commands: { ...first, clusters: { commands: { ...second, 'get-credentials': cloudManages } } } },
  secrets: { commands: { ...first, versions: { commands: { ...verbs, access: printsSecrets } } } },
  iam: {
    commands: {
      ...first,
      'service-accounts': { commands: { ...second, keys: { commands: { ...verbs, create: printsSecrets } } } },
    },
  },
  source: { commands: { repos: { commands: { ...verbs, clone: applies } } } },
  'deploy builds': { commands: first },
  logging: { commands: { ...first, write: applies, copy: applies } },
  iap: { commands: { ...first, web: { commands: second }, tcp: { commands: second } } },
  'access-context-manager active-directory ai ai-platform alloydb anthos api-gateway apigee artifacts asset assured batch bigtable billing bms certificate-manager cloud-shell colab composer compute data-catalog database-migration dataflow dataplex dataproc datastore datastream dns domains edge-cloud endpoints essential-contacts eventarc filestore firebase firestore healthcare identity infra-manager kms looker memcache memorystore metastore ml ml-engine monitoring netapp network-connectivity network-management network-security network-services notebooks org-policies organizations policy-intelligence privateca projects publicca pubsub recaptcha recommender redis resource-manager resource-settings scc scheduler service-directory services spanner tasks tpu transcoder transfer vmware workbench workflows workspace-add-ons workstations':
    product,
}

const gcloud: Program = {
  tier: 'execute',
  options: {
    '--account=NAME --project=NAME --format=TEXT --billing-project=NAME --configuration=NAME --filter=TEXT --flatten=TEXT --limit=N --sort-by=TEXT --page-size=N --uri --verbosity=LEVEL --region=NAME --zone=NAME --location=NAME --impersonate-service-account=NAME --trace-token=TOKEN --access-token-file=FILE --user-output-enabled[=YES]':
      'plain',
    '-q --quiet --log-http --no-user-output-enabled': 'plain',
    '--flags-file=FILE': 'opaque flags from a file',
    '-h': 'dry run',
  },
  env: { CLOUDSDK_CONFIG: 'code' },
  commands: {
    ...gcloudCommands,
    'alpha beta preview': { commands: { ...gcloudCommands, ...otherNouns } },
    ...otherNouns,
  },
  examples: {
    'gcloud --format=json compute instances list': [],
    'gcloud --format delete compute instances list': [],
    'gcloud compute instances delete list': 'change cloud/delete',
    'gcloud beta run services update web': 'change cloud/apply',
    'gcloud auth print-access-token': 'change secrets/read',
    'gcloud secrets versions access latest --secret=x': 'change secrets/read',
    'gcloud storage cp gs://b/x ./x': ['connect b', 'write x'],
    'gcloud storage cp -r . gs://b': ['read /home/dev/project', 'connect b sends'],
    'gcloud compute ssh web --command=id': 'change cloud/run',
    'gcloud compute instances frobnicate list': 'opaque unknown subcommand `frobnicate` of `gcloud`',
  },
}

const gsutil: Program = {
  tier: 'execute',
  options: {
    '-m -q -D -DD': 'plain',
    '-h HEADER -i NAME -u NAME': 'plain',
    '-o SETTING': {
      'GSUtil:parallel_* GSUtil:sliced_* GSUtil:check_hashes=* GSUtil:default_* GSUtil:use_* Boto:num_retries=* Boto:max_retry_delay=* Boto:http_socket_timeout=*':
        'plain',
      '*': 'opaque a gsutil setting',
    },
  },
  commands: {
    'ls cat du hash stat version help': { ...cloudReads, operands: 'plain' },
    'acl defacl iam lifecycle cors versioning website label logging notification retention ubla pap bucketpolicyonly kms hmac rpo autoclass':
      {
        commands: {
          'get list': cloudReads,
          'set ch add remove update create watchbucket stopchannel lock temp event clear': grants,
          delete: deletes,
        },
      },
    cp: { tier: 'write', options: copyOptions },
    rsync: { tier: 'write', options: { ...copyOptions, '-d': 'change cloud/delete', '-n': 'dry run' } },
    mv: { tier: 'write', options: copyOptions, does: ['change cloud/delete'] },
    'rm rb': deletes,
    'mb setmeta compose rewrite defstorageclass requesterpays': applies,
    signurl: printsSecrets,
    config: cloudManages,
    perfdiag: applies,
  },
  examples: {
    'gsutil ls gs://b': [],
    'gsutil -o GSUtil:parallel_process_count=1 ls': [],
    'gsutil -o Credentials:gs_host=e.example ls': 'opaque a gsutil setting: `Credentials:gs_host=e.example`',
    'gsutil -m rm -r gs://b': 'change cloud/delete',
    'gsutil cp -r src gs://b/': ['read src', 'connect b sends'],
    'gsutil rsync -d -r src gs://b': ['read src', 'connect b sends', 'change cloud/delete'],
  },
}

const bq: Program = {
  tier: 'execute',
  options: {
    '--project_id=NAME --dataset_id=NAME --location=NAME --format=KIND --job_id=ID --max_rows_per_request=N --bigqueryrc=FILE':
      'plain',
    '--quiet -q --headless --sync --nosync --debug_mode': 'plain',
    '--api=URL': 'connect sends',
  },
  commands: {
    'ls show head version help wait get-iam-policy info': { ...cloudReads, operands: 'plain' },
    query: {
      tier: 'read',
      options: {
        '--dry_run': 'dry run',
        '-n N --max_rows=N --parameter=TEXT --use_legacy_sql=YES --maximum_bytes_billed=N --label=TEXT --start_row=N -s N':
          'plain',
        '--nouse_legacy_sql --use_cache --nouse_cache --batch --norequire_cache': 'plain',
        '--destination_table=NAME --schedule=TEXT --target_dataset=NAME': 'change cloud/apply',
      },
    },
    'mk load insert update cp undelete partition mkdef init': applies,
    extract: { tier: 'execute', does: ['connect sends'], otherOptions: 'plain' },
    'rm truncate cancel': deletes,
    'set-iam-policy add-iam-policy-binding remove-iam-policy-binding': grants,
    shell: { tier: 'execute', does: ['opaque an interactive session'] },
  },
  examples: {
    'bq query "SELECT 1"': [],
    "bq query 'DELETE FROM ds.t WHERE true'": 'change database/apply DELETE FROM ds.t WHERE true',
    'bq ls ds': [],
    'bq rm -r -f ds': 'change cloud/delete',
  },
}

/** Google's services. */
export const googleCloud: Programs = {
  gcloud: withCopies(gcloud, {
    commands: ['', 'alpha ', 'beta '].flatMap(track => ['cp', 'mv', 'rsync'].map(name => `${track}storage ${name}`)),
    remote: /^(gs|s3):\/\//,
  }),
  gsutil: withCopies(gsutil, { commands: ['cp', 'mv', 'rsync'], remote: /^(gs|s3):\/\// }),
  bq: runSql(bq, { dialect: 'other', statements: [], files: [], queryCommand: 'query' }),
}

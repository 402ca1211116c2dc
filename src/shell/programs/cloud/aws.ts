import type { Options, Program, Programs, Subcommand } from '../engine/table.ts'
import { runAws } from './aws-run.ts'
import {
  applies,
  cloudManages,
  cloudReads,
  deletes,
  grants,
  logsIn,
  printsSecrets,
  runsThere,
  stops,
} from './cloud-actions.ts'

/** Operations that write their response to a file, their only operand. */
const downloads: Subcommand = {
  tier: 'write',
  options: {
    '--bucket=NAME --key=NAME --version-id=ID --range=RANGE --part-number=N --expected-bucket-owner=ID --request-payer=NAME --if-match=TAG --if-none-match=TAG --if-modified-since=DATE --checksum-mode=MODE --response-content-type=TYPE --sse-customer-algorithm=NAME --sse-customer-key=KEY':
      'plain',
    '--account-id=ID --vault-name=NAME --job-id=ID --stream-name=NAME --rest-api-id=ID --stage-name=NAME --export-type=KIND --sdk-type=KIND --parameters=LIST --accepts=TYPE --output-format=NAME --text=TEXT --voice-id=NAME --engine=NAME --application=NAME --environment=NAME --configuration=NAME --client-id=ID --configuration-token=TOKEN':
      'plain',
  },
  operands: 'write',
}

/**
 * A service's operations follow a naming convention. Plain names come before patterns, and an earlier pattern before a
 * later one.
 */
const operations: Readonly<Record<string, Subcommand>> = {
  'get-object get-object-torrent select-object-content get-job-output get-export get-sdk get-configuration get-latest-configuration get-media get-media-for-fragment-list get-clip get-package-version-asset get-snapshot-block get-map-tile get-map-glyphs get-map-sprites get-map-style-descriptor get-static-map get-style-descriptor get-tile get-glyphs get-sprites get-raw-message-content get-thing-shadow get-read-set get-reference get-image-frame get-image-set-metadata get-work-unit-results export-bundle':
    downloads,
  'help wait': { ...cloudReads, operands: 'plain' },
  'query scan lookup-events filter-log-events select-resource-config select-aggregate-resource-config': cloudReads,
  'get-account-password-policy get-random-password get-token-balance list-service-specific-credentials list-signing-certificates get-credential-report list-access-keys list-tokens':
    cloudReads,
  'get-*credential* get-*password* get-*token* get-*secret-value* batch-get-secret-value generate-*token* generate-*password* get-*access-details get-*-access assume-* *embed-url* *-login-url create-login-profile create-access-key create-*credential* create-*api-key* create-*token reset-*credential* decrypt re-encrypt generate-data-key* export-*certificate* export-*key*':
    printsSecrets,
  'describe-* list-* get-* head-* search-* lookup-* batch-get-* batch-describe-* batch-check-* admin-get-* admin-list-* estimate-* simulate-* validate-* view-* preview-* transact-get-* discover-* compare-* count-* is-* check-*':
    cloudReads,
  'delete-* batch-delete-* terminate-* purge-* destroy-* remove-* deregister-* cancel-* release-* revoke-* detach-* disassociate-* unsubscribe* untag-* unassign-* schedule-key-deletion admin-delete-* admin-disable-* disable-* deactivate-* discard-* reject-* forget-* expire-* reset-* wipe-*':
    deletes,
  'stop-* reboot-* restart-* suspend-* pause-* failover-* drain-* quarantine-*': stops,
  'authorize-* add-permission attach-*-policy put-*-policy set-*-policy put-*-acl set-*-acl grant-* create-grant share-* modify-*-attribute add-user-to-group':
    grants,
  'send-command execute-* invoke* run-* start-*-execution start-execution start-session start-build* start-pipeline-execution':
    runsThere,
  'create-* put-* update-* modify-* add-* set-* start-* attach-* associate-* register-* enable-* import-* restore-* copy-* tag-* upload-* publish* send-* batch-* allocate-* assign-* apply-* accept-* activate-* admin-* change-* complete-* confirm-* continue-* deploy* disconnect-* export-* generate-* increase-* decrease-* initiate-* install-* issue-* label-* merge-* migrate-* monitor-* move-* notify-* post-* promote-* provision-* purchase-* record-* redrive-* refresh-* reload-* renew-* replace-* replicate-* report-* request-* reserve-* resend-* resume-* resync-* retry-* rollback-* rotate-* save-* signal-* split-* submit-* subscribe* switch-* swap-* sync-* test-* verify-* scan-* transact-* transfer-* unlock-* unmonitor-* upgrade-* write-* opt-in-* opt-out-* receive-* respond-* push-* increment-* delegate-* detect-*':
    applies,
}
const service = (own: Readonly<Record<string, Subcommand>> = {}, options: Options = {}): Subcommand => ({
  options,
  commands: { ...own, ...operations },
})
const invokes: Subcommand = {
  tier: 'execute',
  does: ['change cloud/run'],
  options: {
    '--function-name=NAME --payload=TEXT --invocation-type=KIND --log-type=KIND --client-context=TEXT --qualifier=NAME --model-id=ID --body=TEXT --content-type=TYPE --accept=TYPE':
      'plain',
  },
  operands: 'write',
}
const decrypts: Options = { '--with-decryption': 'change secrets/read', '--no-with-decryption': 'plain' }
const parameters: Subcommand = { tier: 'read', options: decrypts, otherOptions: 'plain' }

const s3Options: Options = {
  '--dryrun': 'dry run',
  '--include=PATTERN --exclude=PATTERN --acl=NAME --storage-class=NAME --sse[=NAME] --sse-c[=NAME] --sse-c-key=KEY --sse-kms-key-id=ID --sse-c-copy-source[=NAME] --sse-c-copy-source-key=KEY --grants=LIST --content-type=TYPE --cache-control=TEXT --content-disposition=TEXT --content-encoding=NAME --content-language=NAME --expires=DATE --metadata=MAP --metadata-directive=NAME --copy-props=NAME --source-region=NAME --website-redirect=URL --page-size=N --expected-size=N --request-payer[=NAME] --checksum-mode=MODE --checksum-algorithm=NAME --expires-in=N':
    'plain',
  '--recursive --quiet --no-progress --only-show-errors --follow-symlinks --no-follow-symlinks --no-guess-mime-type --force-glacier-transfer --ignore-glacier-warnings --size-only --exact-timestamps --human-readable --summarize':
    'plain',
}

const awsTable: Program = {
  tier: 'execute',
  options: {
    '--region=NAME --profile=NAME --output=FORMAT --query=TEXT --color=WHEN --ca-bundle=FILE --cli-read-timeout=N --cli-connect-timeout=N --cli-binary-format=NAME --cli-input-json=TEXT --cli-input-yaml=TEXT --page-size=N --max-items=N --starting-token=TOKEN':
      'plain',
    // The endpoint receives the signed request.
    '--endpoint-url=URL': { '*localhost* *127.0.0.1* *[::1]* *host.docker.internal*': 'connect', '*': 'connect sends' },
    '--debug --no-verify-ssl --no-paginate --no-sign-request --no-cli-pager --cli-auto-prompt --no-cli-auto-prompt --v2-debug':
      'plain',
    '--generate-cli-skeleton[=KIND]': 'dry run',
  },
  env: {
    'AWS_CONFIG_FILE AWS_SHARED_CREDENTIALS_FILE': 'code',
  },
  commands: {
    help: { ...cloudReads, operands: 'plain' },
    s3: {
      options: s3Options,
      commands: {
        'ls help': { tier: 'read' },
        presign: { tier: 'read', does: ['change secrets/read'] },
        cp: { tier: 'write' },
        sync: { tier: 'write', options: { '--delete': 'change cloud/delete' } },
        mv: { tier: 'write', does: ['change cloud/delete'] },
        rm: { tier: 'execute', does: ['change cloud/delete'] },
        rb: { tier: 'execute', does: ['change cloud/delete'], options: { '--force': 'plain' } },
        'mb website': applies,
      },
    },
    configure: {
      ...cloudManages,
      operands: 'plain',
      commands: {
        'list list-profiles help': cloudReads,
        get: {
          tier: 'read',
          operands: { '*secret*': 'change secrets/read', '*token*': 'change secrets/read', '*': 'plain' },
        },
        'export-credentials mfa-login': printsSecrets,
        'set import sso sso-session add-model': cloudManages,
      },
    },
    sso: { commands: { ...operations, login: logsIn, logout: cloudManages } },
    login: logsIn,
    logout: cloudManages,
    ec2: service({ 'run-instances': applies }, { '--dry-run': 'dry run', '--no-dry-run': 'plain' }),
    ecr: service({ 'get-login get-login-password': printsSecrets }),
    eks: service({ 'get-token': printsSecrets, 'update-kubeconfig': cloudManages }),
    ssm: service({ 'get-parameter get-parameters get-parameters-by-path get-parameter-history': parameters }),
    apigateway: service({
      'get-api-key get-api-keys': {
        tier: 'read',
        options: { '--include-value --include-values': 'change secrets/read' },
        otherOptions: 'plain',
      },
      flush: deletes,
    }),
    lambda: service({ invoke: invokes, 'invoke-async invoke-with-response-stream': invokes }),
    // Prints the client's secret, or the keys themselves.
    'cognito-idp': service({ 'describe-user-pool-client': printsSecrets }),
    appsync: service({ 'list-api-keys': printsSecrets }),
    'bedrock-runtime sagemaker-runtime': service({ 'invoke-model invoke-endpoint': invokes }),
    logs: service({ tail: cloudReads, 'start-query stop-query': cloudReads, 'start-live-tail': cloudReads }),
    athena: service({
      'start-query-execution': { tier: 'read', options: { '--query-string=SQL': 'plain' }, otherOptions: 'plain' },
    }),
    polly: service({ 'synthesize-speech': downloads }),
    lightsail: service({ 'download-default-key-pair': printsSecrets }),
    sts: service({ 'get-caller-identity get-access-key-info decode-authorization-message': cloudReads }),
    cloudformation: service({
      deploy: applies,
      package: applies,
    }),
    cloudfront: service({ sign: printsSecrets }),
    rds: service({ 'generate-db-auth-token': printsSecrets }),
    'emr codecommit deploy datapipeline': service({ 'ssh socks put get push install uninstall': runsThere }),
    '*': service(),
  },
  examples: {
    'aws ec2 describe-instances --filters Name=x': [],
    'aws --profile prod --region us-west-2 lambda list-functions': [],
    'aws ec2 terminate-instances --instance-ids i-1': 'change cloud/delete',
    // An unlisted option may take `--dry-run` as its value.
    'aws ec2 terminate-instances --instance-ids i-1 --dry-run': 'change cloud/delete',
    'aws ec2 terminate-instances --dry-run': [],
    'aws s3 ls s3://b': [],
    'aws s3 cp s3://b/x ./x': ['connect b', 'write x'],
    'aws s3 cp --recursive . s3://b/': ['read /home/dev/project', 'connect b sends'],
    'aws s3 sync build s3://b --delete': ['read build', 'connect b sends', 'change cloud/delete'],
    'aws s3 rm s3://b --recursive --dryrun': [],
    'aws s3api get-object --bucket b --key k out': 'write out',
    'aws ebs get-snapshot-block --snapshot-id s out': [
      'opaque unknown option `--snapshot-id` of `aws ebs get-snapshot-block`',
      'write s',
      'write out',
    ],
    'aws secretsmanager get-secret-value --secret-id x': 'change secrets/read',
    'aws ssm get-parameter --name x': [],
    'aws ssm get-parameter --name x --with-decryption': 'change secrets/read',
    'aws configure get aws_secret_access_key': 'change secrets/read aws_secret_access_key',
    'aws iam create-policy --policy-document file://p.json': ['change cloud/apply', 'read p.json'],
    'aws athena start-query-execution --query-string "SELECT 1"': [],
    'aws athena start-query-execution --query-string "DROP TABLE x"': 'change database/drop DROP TABLE x',
    'aws appsync list-api-keys --api-id x': 'change secrets/read',
    'AWS_PAGER=./evil aws s3 ls': 'run ./evil',
    'AWS_ENDPOINT_URL_S3=http://e.example aws s3 ls': 'connect e.example sends',
    'AWS_ENDPOINT_URL=http://localhost:4566 aws s3 ls': 'connect localhost:4566 sends',
    'aws ec2 frobnicate': 'opaque unknown subcommand `frobnicate` of `aws`',
  },
}

/** Amazon's services. */
export const aws: Programs = {
  aws: { ...awsTable, custom: call => runAws(awsTable, call) },
}

import type { SecretKind } from './secret-kind.ts'

/** Token formats as their vendors document them, most specific first where two could match the same text. */
export const vendorSecrets: readonly SecretKind[] = [
  {
    id: 'private-key',
    keywords: ['-----BEGIN'],
    // The body ends at five dashes, so that many headers without an end stay fast.
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?=[A-Za-z0-9+/=\s\\:,.-]{16})(?:[A-Za-z0-9+/=\s\\:,.]{1,20000}|-(?!----)){1,100}(?:-----END [A-Z0-9 ]{0,50}-----)?/g,
  },
  { id: 'age-secret-key', keywords: ['AGE-SECRET-KEY-'], pattern: /AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Za-z]{50,120}/g },
  { id: 'jwt', keywords: ['eyJ'], pattern: /(?<![\w-])eyJ[\w-]{8,8192}\.[\w-]{8,100000}(?:\.[\w-]{0,8192}){1,3}/g },
  {
    id: 'aws-access-key',
    keywords: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    pattern: /(?<![A-Za-z0-9])A(?:KI|SI|BI|CC)A[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  },
  {
    id: 'aws-secret-key',
    keywords: ['secret_access_key', 'secretaccesskey', 'secret-access-key'],
    pattern: /(secret[_-]?access[_-]?key[\s=:"'\\]{1,8})([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])/gi,
  },
  { id: 'aws-signature', keywords: ['Signature='], pattern: /(X-Amz-Signature=|Signature=)([0-9a-f]{64})/g },
  { id: 'aws-bedrock-key', keywords: ['ABSK'], pattern: /(?<![\w-])ABSK[A-Za-z0-9+/]{60,300}={0,2}/g },
  { id: 'gcp-api-key', keywords: ['AIza'], pattern: /(?<![\w-])AIza[\w-]{35}(?![\w-])/g },
  { id: 'gcp-oauth-token', keywords: ['ya29.'], pattern: /(?<![\w-])ya29\.[\w-]{20,2048}/g },
  { id: 'gcp-oauth-secret', keywords: ['GOCSPX-'], pattern: /GOCSPX-[\w-]{28}/g },
  {
    id: 'azure-storage-key',
    keywords: ['AccountKey=', 'AccessKey='],
    pattern: /((?:Account|SharedAccess|Access)Key=)([A-Za-z0-9+/]{40,120}={0,2})/gi,
  },
  { id: 'azure-sas', keywords: ['sig='], pattern: /([?&;]sig=)([A-Za-z0-9%+/]{40,120}={0,2})/g },
  {
    id: 'azure-client-secret',
    keywords: digits(digit => `${digit}Q~`),
    pattern: /(?<![\w~.-])[\w~.-]{3}[0-9]Q~[\w~.-]{31,34}(?![\w~.-])/g,
  },
  {
    id: 'github-token',
    keywords: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    pattern: /(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{36,255}/g,
  },
  { id: 'github-pat', keywords: ['github_pat_'], pattern: /github_pat_\w{22,255}/g },
  {
    id: 'gitlab-token',
    keywords: [
      'glpat-',
      'gldt-',
      'glptt-',
      'glrt-',
      'glcbt-',
      'glsoat-',
      'glft-',
      'glimt-',
      'glagent-',
      'gloas-',
      'glffct-',
      'glrtr-',
      'glwt-',
    ],
    pattern: /(?<![\w-])gl(?:pat|dt|ptt|rt|cbt|soat|ft|imt|agent|oas|ffct|rtr|wt)-[\w.-]{20,300}/g,
  },
  {
    id: 'slack-token',
    keywords: ['xoxa-', 'xoxb-', 'xoxe-', 'xoxe.', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-', 'xoxc-', 'xoxd-', 'xapp-'],
    pattern: /(?<![A-Za-z0-9])(?:xox[abceoprsd][.-]|xapp-)[\w.%-]{10,400}/g,
  },
  {
    id: 'slack-webhook',
    keywords: ['hooks.slack.com/'],
    pattern: /(hooks\.slack\.com\/(?:services|workflows|triggers)\/)([A-Za-z0-9+/]{20,120})/g,
  },
  {
    id: 'stripe-key',
    keywords: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'sk_prod_', 'rk_prod_'],
    pattern: /(?<![A-Za-z0-9])[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,247}/g,
  },
  { id: 'stripe-webhook-secret', keywords: ['whsec_'], pattern: /(?<![A-Za-z0-9])whsec_[A-Za-z0-9+/=]{24,128}/g },
  { id: 'anthropic-key', keywords: ['sk-ant-'], pattern: /(?<![A-Za-z0-9])sk-ant-[\w-]{20,200}/g },
  { id: 'openrouter-key', keywords: ['sk-or-'], pattern: /(?<![A-Za-z0-9])sk-or-[\w-]{20,200}/g },
  {
    id: 'openai-key',
    keywords: ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'],
    pattern: /(?<![A-Za-z0-9])sk-(?:proj|svcacct|admin|None)-[\w-]{20,300}/g,
  },
  // The older, unprefixed form, which several other vendors copied.
  { id: 'openai-key', keywords: ['sk-'], pattern: /(?<![\w-])sk-[A-Za-z0-9]{32,128}(?![\w-])/g },
  {
    id: 'huggingface-token',
    keywords: ['hf_', 'api_org_'],
    pattern: /(?<![A-Za-z0-9_])(?:hf|api_org)_[A-Za-z0-9]{30,64}(?![A-Za-z0-9_])/g,
  },
  { id: 'groq-key', keywords: ['gsk_'], pattern: /(?<![A-Za-z0-9_])gsk_[A-Za-z0-9]{40,64}/g },
  { id: 'perplexity-key', keywords: ['pplx-'], pattern: /(?<![\w-])pplx-[A-Za-z0-9]{40,64}/g },
  { id: 'replicate-token', keywords: ['r8_'], pattern: /(?<![A-Za-z0-9_])r8_[A-Za-z0-9]{37,40}(?![A-Za-z0-9_])/g },
  { id: 'xai-key', keywords: ['xai-'], pattern: /(?<![\w-])xai-[A-Za-z0-9]{60,100}/g },
  { id: 'npm-token', keywords: ['npm_'], pattern: /(?<![A-Za-z0-9_])npm_[A-Za-z0-9]{36}(?![A-Za-z0-9_])/g },
  { id: 'pypi-token', keywords: ['pypi-'], pattern: /(?<![\w-])pypi-[\w-]{50,500}/g },
  { id: 'rubygems-key', keywords: ['rubygems_'], pattern: /rubygems_[0-9a-f]{48}/g },
  {
    id: 'crates-token',
    keywords: ['cio'],
    pattern: /(?<![A-Za-z0-9])cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/g,
    unless: text => !/[0-9]/.test(text),
  },
  { id: 'docker-token', keywords: ['dckr_pat_', 'dckr_oat_'], pattern: /dckr_[po]at_[\w-]{27,64}/g },
  { id: 'sendgrid-key', keywords: ['SG.'], pattern: /(?<![\w.-])SG\.[\w-]{16,32}\.[\w-]{16,64}/g },
  {
    id: 'twilio-key',
    keywords: hexDigits(digit => `SK${digit}`),
    pattern: /(?<![A-Za-z0-9])SK[0-9a-f]{32}(?![A-Za-z0-9])/g,
  },
  { id: 'mailgun-key', keywords: ['key-'], pattern: /(?<![A-Za-z0-9-])(?:pub)?key-[0-9a-f]{32}(?![A-Za-z0-9])/g },
  { id: 'mailchimp-key', keywords: ['-us'], pattern: /(?<![A-Za-z0-9])[0-9a-f]{32}-us[0-9]{1,2}(?![A-Za-z0-9])/g },
  { id: 'brevo-key', keywords: ['xkeysib-', 'xsmtpsib-'], pattern: /x(?:key|smtp)sib-[0-9a-f]{64}-[A-Za-z0-9]{16}/g },
  { id: 'telegram-bot-token', keywords: [':AA'], pattern: /(?<![A-Za-z0-9])[0-9]{8,10}:AA[\w-]{32,34}(?![\w-])/g },
  // A bot token starts with a decimal id in base64, so only a few beginnings are possible.
  {
    id: 'discord-token',
    keywords: discordOpenings(),
    pattern: /(?<![\w-])[MNO][DTjz][AEIMQUYcgk][w-z0-5][\w-]{19,24}\.[\w-]{6}\.[\w-]{27,38}(?![\w-])/g,
  },
  {
    id: 'discord-webhook',
    keywords: ['/api/webhooks/'],
    pattern: /(discord(?:app)?\.com\/api\/webhooks\/[0-9]{10,25}\/)([\w-]{40,120})/g,
  },
  {
    id: 'shopify-token',
    keywords: ['shpat_', 'shpca_', 'shppa_', 'shpss_'],
    pattern: /shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/g,
  },
  { id: 'digitalocean-token', keywords: ['dop_v1_', 'doo_v1_', 'dor_v1_'], pattern: /do[opr]_v1_[0-9a-f]{64}/g },
  { id: 'heroku-key', keywords: ['HRKU-'], pattern: /HRKU-[\w-]{36,80}/g },
  { id: 'cloudflare-origin-key', keywords: ['v1.0-'], pattern: /v1\.0-[0-9a-f]{24}-[0-9a-f]{146}/g },
  {
    id: 'cloudflare-token',
    keywords: ['cfk_', 'cfut_', 'cfat_'],
    pattern: /(?<![A-Za-z0-9_])cf(?:k|ut|at)_[A-Za-z0-9]{40,64}/g,
  },
  { id: 'vault-token', keywords: ['hvs.', 'hvb.', 'hvr.'], pattern: /(?<![\w.-])hv[sbr]\.[\w-]{24,300}/g },
  {
    id: 'terraform-token',
    keywords: ['.atlasv1.'],
    pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,80}/g,
  },
  { id: 'pulumi-token', keywords: ['pul-'], pattern: /(?<![\w-])pul-[0-9a-f]{40}(?![\w-])/g },
  {
    id: 'databricks-token',
    keywords: ['dapi'],
    pattern: /(?<![A-Za-z0-9])dapi[0-9a-f]{32}(?:-[0-9])?(?![A-Za-z0-9])/g,
  },
  { id: 'linear-key', keywords: ['lin_api_', 'lin_oauth_'], pattern: /lin_(?:api|oauth)_[A-Za-z0-9]{40,64}/g },
  {
    id: 'notion-token',
    keywords: ['ntn_', 'secret_'],
    pattern: /(?<![A-Za-z0-9_])(?:ntn_[A-Za-z0-9]{40,64}|secret_[A-Za-z0-9]{43})(?![A-Za-z0-9_])/g,
  },
  {
    id: 'atlassian-token',
    keywords: ['ATATT3', 'ATCTT3', 'ATSTT3', 'ATBB'],
    pattern: /(?<![A-Za-z0-9])(?:AT[ACS]TT3[\w=-]{50,300}|ATBB[A-Za-z0-9]{32})/g,
  },
  {
    id: 'doppler-token',
    keywords: ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.scim.', 'dp.audit.'],
    pattern: /(?<![\w.])dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{40,80}/g,
  },
  {
    id: 'grafana-token',
    keywords: ['glc_', 'glsa_'],
    pattern: /(?<![A-Za-z0-9_])gl(?:c_[A-Za-z0-9+/]{32,400}={0,2}|sa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8})/g,
  },
  { id: 'postman-key', keywords: ['PMAK-'], pattern: /PMAK-[0-9a-f]{24}-[0-9a-f]{34}/g },
  { id: 'sentry-token', keywords: ['sntrys_', 'sntryu_'], pattern: /sntry[su]_[\w=+/-]{40,400}/g },
  { id: 'new-relic-key', keywords: ['NRAK-', 'NRII-', 'NRJS-'], pattern: /NR(?:AK|II|JS)-[A-Za-z0-9_-]{19,40}/g },
  { id: 'figma-token', keywords: ['figd_'], pattern: /(?<![A-Za-z0-9_])figd_[\w-]{40,64}/g },
  { id: 'square-token', keywords: ['sq0atp-', 'sq0csp-'], pattern: /sq0(?:atp|csp)-[\w-]{22,60}/g },
  { id: 'planetscale-token', keywords: ['pscale_'], pattern: /pscale_(?:tkn|oauth|pw)_[\w=.-]{32,64}/g },
  {
    id: 'supabase-token',
    keywords: ['sbp_', 'sb_secret_'],
    pattern: /(?<![A-Za-z0-9_])(?:sbp_[0-9a-f]{40}|sb_secret_[\w-]{20,64})/g,
  },
  { id: 'tailscale-key', keywords: ['tskey-'], pattern: /tskey-[a-z]{2,10}-[\w-]{10,100}/g },
  { id: 'onepassword-token', keywords: ['ops_eyJ'], pattern: /ops_eyJ[\w+/-]{100,2048}={0,2}/g },
  { id: 'netlify-token', keywords: ['nfp_'], pattern: /(?<![A-Za-z0-9_])nfp_[A-Za-z0-9]{36,44}/g },
  { id: 'artifactory-token', keywords: ['AKCp'], pattern: /(?<![A-Za-z0-9])AKCp[A-Za-z0-9]{60,80}/g },
  { id: 'airtable-token', keywords: ['pat'], pattern: /(?<![A-Za-z0-9])pat[A-Za-z0-9]{14}\.[0-9a-f]{64}/g },
]

function digits(text: (digit: string) => string): readonly string[] {
  return [...'0123456789'].map(text)
}

function hexDigits(text: (digit: string) => string): readonly string[] {
  return [...'0123456789abcdef'].map(text)
}

function discordOpenings(): readonly string[] {
  return [...'MNO'].flatMap(a => [...'DTjz'].flatMap(b => [...'AEIMQUYcgk'].map(c => a + b + c)))
}

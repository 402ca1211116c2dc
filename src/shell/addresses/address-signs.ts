import { tokensIn } from '../../audit/redaction/tokens-in.ts'
import { networksOf } from '../../core/address/network.ts'
import { schemeOf, type Target } from '../../core/address/read-address.ts'
import { isKnown, knownPrefix, type Word, wordText } from '../../core/word.ts'
import { addressDisguise } from './address-disguise.ts'

/** Dangers that an address itself shows, for every tool that opens it. */
export interface AddressSigns {
  /** Why a person may take it for another address; null if it is plain. */
  readonly disguise: string | null
  /** Whether the answer contains credentials: a cloud's metadata, or a service's own settings. */
  readonly showsSecrets: boolean
  /** Whether the request itself is a message: it contains a token, or the host shows requests to their owner. */
  readonly tells: boolean
  /** The scheme, if the address contains the bytes that are sent; null if it does not. */
  readonly rawScheme: string | null
}

export function addressSigns(address: Word, targets: readonly Target[]): AddressSigns {
  const text = knownPrefix(address)
  const scheme = schemeOf(address)
  const rawScheme = scheme !== null && rawSchemes.has(scheme) ? scheme : null
  return {
    disguise: addressDisguise(text),
    showsSecrets: targets.some(isMetadata) || printsSettings.test(text),
    tells:
      rawScheme !== null ||
      credential.test(text) ||
      tellsOthers.test(text) ||
      hasForeignToken(wordText(address), targets),
    rawScheme,
  }
}

/** A host that is only known at run time counts if its known part looks like cloud metadata. */
const isMetadata = ({ host }: Target): boolean =>
  isKnown(host) ? networksOf(host).includes('metadata') : /169\.254\.|metadata/i.test(wordText(host))

const rawSchemes: ReadonlySet<string> = new Set(['gopher', 'gophers', 'dict'])

const credential = /[?&](api[_-]?key|access[_-]?token|token|secret|password)=./i

/** Pages where a service shows its own settings, including passwords. */
const printsSettings =
  /\/actuator\/(env|configprops|heapdump|threaddump|httptrace|httpexchanges|mappings)\b|\/debug\/pprof\/heap\b|\/\.(env|git\/config|aws\/credentials)\b|\/v1\/(secret|kv)\/|\/namespaces\/[^/]+\/secrets\b/i

/** DNS over HTTPS, request bins that show their owner every request, and protocols that deliver messages. */
const tellsOthers = new RegExp(
  [
    '/dns-query\\b',
    'dns\\.google/resolve',
    '^(ldaps?|tftp|smbs?|mqtt|smtps?|telnet):/',
    '\\b(webhook\\.site|requestbin\\.\\w+|pipedream\\.net|beeceptor\\.com|hookbin\\.com|requestcatcher\\.com|postb\\.in|dnslog\\.cn|ceye\\.io|interact\\.sh|interactsh\\.com|oast\\.\\w+|burpcollaborator\\.net|oastify\\.com|canarytokens\\.com|ngrok(-free)?\\.(io|app|dev)|trycloudflare\\.com|loca\\.lt|serveo\\.net)\\b',
  ].join('|'),
  'i',
)

/** A token in the address, unless every host in it belongs to the token's vendor. */
const hasForeignToken = (text: string, targets: readonly Target[]): boolean =>
  tokensIn(text).some(kind => !signatures.has(kind) && !targets.every(({ host }) => isIssuer(kind, host)))

/** A signed link is made to be opened. */
const signatures: ReadonlySet<string> = new Set(['aws-signature', 'azure-sas'])

const isIssuer = (kind: string, host: Word): boolean => {
  if (!isKnown(host)) return false
  const vendor = kind.split('-')[0] ?? ''
  const own = issuers.get(vendor)
  return own === undefined ? host === `${vendor}.com` || host === `api.${vendor}.com` : own.test(host)
}

const issuers: ReadonlyMap<string, RegExp> = new Map([
  ['aws', /\.amazonaws\.com$/],
  ['azure', /\.(core\.windows\.net|azure\.com)$/],
  ['discord', /^(discord|discordapp)\.com$/],
  ['gcp', /\.googleapis\.com$/],
  ['github', /^((api|gist|uploads|raw|codeload)\.)?github(usercontent)?\.com$|^raw\.githubusercontent\.com$/],
  ['huggingface', /^huggingface\.co$/],
  ['npm', /^registry\.npmjs\.org$/],
  ['pypi', /^(upload\.)?pypi\.org$/],
  ['slack', /^(hooks\.|api\.)?slack\.com$/],
  ['telegram', /^api\.telegram\.org$/],
])

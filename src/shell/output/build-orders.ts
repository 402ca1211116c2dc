/**
 * The order to a build server that stands in printed text and changes what its later steps run with, or what it takes
 * along; null if there is none. Orders that only log are none.
 */
export function buildServerOrder(text: string): string | null {
  if (!text.includes('##') && !text.includes('::')) return null
  return orders.exec(text)?.[0].trim() ?? null
}

/** Azure's agent looks for its orders anywhere in a line, TeamCity and GitHub at its start. */
const orders = new RegExp(
  [
    '##vso\\[\\.*(?:task\\.+(?:prependpath|set(?:task)?variable|setsecret|setendpoint|addattachment|uploadsummary|uploadfile)|(?:build|artifact|release|results|codecoverage)\\.+[a-z]+)\\b[^\\]\\r\\n]{0,400}\\][^\\r\\n]{0,200}',
    '^[ \\t]*##teamcity\\[(?:setParameter|publishArtifacts|importData)\\b[^\\r\\n]{0,200}',
    '^[ \\t]*(?:::|##\\[)(?:set-env|add-path)\\b[^\\r\\n]{0,200}',
  ].join('|'),
  'im',
)

/**
 * The first command to a build server (Azure, TeamCity, GitHub) in printed text that changes the variables of later steps
 * or uploads files; null if the text has none. Commands that only log do not count.
 */
export function buildServerOrder(text: string): string | null {
  if (!text.includes('##') && !text.includes('::')) return null
  return orders.exec(text)?.[0].trim() ?? null
}

/** Azure's agent accepts its commands anywhere in a line, TeamCity and GitHub only at its start. */
const orders = new RegExp(
  [
    '##vso\\[\\.*(?:task\\.+(?:prependpath|set(?:task)?variable|setsecret|setendpoint|addattachment|uploadsummary|uploadfile)|(?:build|artifact|release|results|codecoverage)\\.+[a-z]+)\\b[^\\]\\r\\n]{0,400}\\][^\\r\\n]{0,200}',
    '^[ \\t]*##teamcity\\[(?:setParameter|publishArtifacts|importData)\\b[^\\r\\n]{0,200}',
    '^[ \\t]*(?:::|##\\[)(?:set-env|add-path)\\b[^\\r\\n]{0,200}',
  ].join('|'),
  'im',
)

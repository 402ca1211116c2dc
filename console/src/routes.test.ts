import { describe, expect, test } from 'vitest'
import { pathTo, routeOf } from './routes.ts'

describe('the routes', () => {
  test.each([
    ['/', '', 'inbox', null, {}],
    ['/inbox/ap_1', '', 'inbox', 'ap_1', {}],
    ['/session/claude-code:5f2', '', 'session', 'claude-code:5f2', {}],
    ['/timeline', '?tool=Bash&q=rm%20-rf', 'timeline', null, { tool: 'Bash', q: 'rm -rf' }],
    ['/timeline/', '', 'timeline', null, {}],
    ['/login', '', 'login', null, {}],
    ['/no-such-page', '', 'inbox', null, {}],
    ['/inbox/%E0%A4%A', '', 'inbox', null, {}],
    ['/inbox/a%2Fb', '', 'inbox', null, {}],
    ['/inbox/%3Cscript%3E', '', 'inbox', null, {}],
  ])('%s%s', (path, search, page, id, query) => {
    expect(routeOf(path, search)).toEqual({ page, id, query })
  })

  test('a path leads back to its route', () => {
    expect(routeOf(pathTo('session', 'claude-code:5f2')).id).toBe('claude-code:5f2')
  })
})

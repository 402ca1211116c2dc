import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { fail, ok } from '../core/fault.ts'
import { addSwitches } from './switches.ts'

/** An app whose changes are only noted; `works: false` makes them fail. */
function openApp(works = true) {
  const made: string[] = []
  const note = async (text: string) => {
    made.push(text)
    return works ? ok({ unrecorded: null }) : fail('audit_unavailable', 'the disk is full')
  }
  const app = new Hono()
  addSwitches(app, () => ({
    stop: session => note(`stop ${session}`),
    resume: session => note(`resume ${session}`),
    mode: (mode, session) => note(`mode ${mode} ${session}`),
  }))
  const post = (path: string, body: string) => app.request(path, { method: 'POST', body })
  return { app, made, post }
}

describe('the switches of the server', () => {
  test.each([
    ['/api/stop', '{"session":"a"}', 'stop a'],
    ['/api/stop', '{}', 'stop null'],
    ['/api/resume', '{"session":"a"}', 'resume a'],
    ['/api/resume', '{}', 'resume null'],
    ['/api/mode', '{"mode":"careful"}', 'mode careful null'],
    ['/api/mode', '{"mode":"auto","session":"a"}', 'mode auto a'],
  ])('POST %s %s makes the change', async (path, body, expected) => {
    const { made, post } = openApp()
    const answer = await post(path, body)
    expect([answer.status, await answer.json(), made]).toEqual([200, { changed: true, unrecorded: null }, [expected]])
  })

  test.each([
    ['/api/stop', ''],
    ['/api/stop', 'null'],
    ['/api/stop', '{"session":7}'],
    ['/api/stop', '{"session":""}'],
    ['/api/stop', '{"sesion":"a"}'],
    ['/api/resume', '[]'],
    ['/api/mode', '{}'],
    ['/api/mode', '{"mode":"free"}'],
    ['/api/mode', '{"mode":"auto","session":null}'],
    ['/api/mode', 'mode=auto'],
  ])('POST %s %j changes nothing', async (path, body) => {
    const { made, post } = openApp()
    const answer = await post(path, body)
    expect([answer.status, made]).toEqual([400, []])
    expect(await answer.json()).toMatchObject({ code: 'validation' })
  })

  test.each(['/api/stop', '/api/resume', '/api/mode'])('GET %s changes nothing', async path => {
    const { app, made } = openApp()
    expect([(await app.request(path)).status, made]).toEqual([404, []])
  })

  test('a change that fails is an error with its code', async () => {
    const answer = await openApp(false).post('/api/resume', '{}')
    expect([answer.status, await answer.json()]).toEqual([
      500,
      { error: 'the disk is full', code: 'audit_unavailable' },
    ])
  })
})

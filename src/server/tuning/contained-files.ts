import { dirname } from 'node:path'
import type { Hono } from 'hono'
import * as v from 'valibot'
import { sha256 } from '../../core/digest.ts'
import { shortPath } from '../../core/path.ts'
import { ownPaths } from '../../io/paths.ts'
import { findPlace } from '../../io/place.ts'
import { openContainStore } from '../../io/stores/contain-store.ts'
import { checkedBody, faultReply } from './answers.ts'
import type { TuningContext } from './context.ts'
import type { AcceptedFiles, ContainedFiles, ContainedProject } from './shapes.ts'

/** Lists the files that contained calls wrote and no person accepted, and accepts those of one project. */
export function addContainedFiles(app: Hono, { clock, record }: TuningContext): void {
  const store = () => openContainStore(ownPaths(), clock)

  app.get('/api/contained', c => {
    const { home } = ownPaths()
    const projects = projectsOf(store().recall().marks).map(({ project, paths, digest }) => ({
      project,
      digest,
      count: paths.length,
      paths: paths.slice(0, mostShown).map(path => shortPath(path, { workspace: [project], home })),
    }))
    return c.json({ projects } satisfies ContainedFiles)
  })

  /** INVARIANT: exactly the files that the person saw are accepted. A file that was written since is in no digest they sent. */
  app.post('/api/contained/accept', async c => {
    const body = await checkedBody(c, acceptSchema, 8_192)
    if (!body.ok) return faultReply(c, body.faults[0])
    const { project, digest } = body.value
    const found = projectsOf(store().recall().marks).find(one => one.project === project)
    if (found === undefined)
      return faultReply(c, { code: 'not_found', message: 'no contained call has left files there' })
    if (found.digest !== digest)
      return faultReply(c, { code: 'config_error', message: 'the list has changed since; look at it again' })
    const recorded = await record('contained_files', `accepted ${found.paths.length} in ${project}`)
    if (!recorded.ok) return faultReply(c, recorded.faults[0])
    const accepted = await store().accept(found.paths)
    if (!accepted.ok) return faultReply(c, accepted.faults[0])
    return c.json({ project, count: found.paths.length } satisfies AcceptedFiles)
  })
}

const acceptSchema = v.strictObject({ project: v.string(), digest: v.string() })
const mostShown = 200

interface MarkedProject extends Pick<ContainedProject, 'project' | 'digest'> {
  readonly paths: readonly string[]
}

/** The marked paths by the project that they are in, or by their directory outside of any. */
function projectsOf(marks: readonly string[]): readonly MarkedProject[] {
  const roots = new Map<string, string>()
  const projectOf = (path: string): string => {
    const directory = dirname(path)
    const known = roots.get(directory) ?? findPlace({ cwd: directory }).workspace[0] ?? directory
    roots.set(directory, known)
    return known
  }
  const projects = new Map<string, string[]>()
  for (const mark of [...marks].sort()) {
    const project = projectOf(mark)
    projects.set(project, [...(projects.get(project) ?? []), mark])
  }
  return [...projects].map(([project, paths]) => ({ project, paths, digest: sha256(paths.join('\0')) }))
}

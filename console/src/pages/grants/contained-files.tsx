import { useState } from 'preact/hooks'
import type { AcceptedFiles, ContainedFiles, ContainedProject } from '../../../../src/server/tuning/shapes.ts'
import { post } from '../../api.ts'
import { Button } from '../../components/button.tsx'
import { VisibleText } from '../../components/code-block.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { toast, toastError } from '../../components/toast.tsx'
import { shortenedIn } from '../../known-roots.ts'
import { LoadError } from '../../tuning/load-error.tsx'
import { useAnswer } from '../../tuning/use-answer.ts'

/** The files that contained calls wrote and no person accepted, by project. Nothing is shown if there are none. */
export function ContainedFileList() {
  const { value, error, reload } = useAnswer<ContainedFiles>('/api/contained')
  const [accepting, setAccepting] = useState<ContainedProject | null>(null)
  const accept = async ({ project, digest }: ContainedProject): Promise<void> => {
    setAccepting(null)
    const answer = await post<AcceptedFiles>('/api/contained/accept', { project, digest })
    if (answer.ok) toast(`Accepted ${filesText(answer.value.count)}. Code of this project runs as before.`)
    else toastError(answer)
    reload()
  }
  if (error !== null) return <LoadError error={error} onRetry={reload} />
  if (value === null || value.projects.length === 0) return null
  return (
    <section class="contained-files" aria-label="Files of contained calls">
      <h2>Files of contained calls</h2>
      <p class="muted small">
        Contained calls wrote these files. Until you accept them, code that could load them is contained again, or asks.
      </p>
      <ul class="grant-list">
        {value.projects.map(project => (
          <li key={project.project} class="panel grant">
            <div class="grant-main">
              <p class="grant-text mono">
                <VisibleText text={shortenedIn([])(project.project)} />
              </p>
              <PathList project={project} most={8} />
            </div>
            <div class="grant-side">
              <p class="small numbers">{filesText(project.count)}</p>
              <Button
                onClick={() => setAccepting(project)}
                aria-label={`Accept the files in ${shortenedIn([])(project.project)}`}
              >
                Accept
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {accepting === null ? null : (
        <Dialog
          title={`Accept ${filesText(accepting.count)}?`}
          onClose={() => setAccepting(null)}
          actions={
            <>
              <Button onClick={() => setAccepting(null)}>Not yet</Button>
              <Button kind="primary" ignoresEnter onClick={() => void accept(accepting)}>
                Accept
              </Button>
            </>
          }
        >
          <p>
            Look at them first: tests, scripts and settings of the project may run them without the fence afterwards.
          </p>
          <PathList project={accepting} most={200} />
        </Dialog>
      )}
    </section>
  )
}

const PathList = ({
  project: { paths, count },
  most,
}: {
  readonly project: ContainedProject
  readonly most: number
}) => (
  <ul class="small mono contained-paths">
    {paths.slice(0, most).map(path => (
      <li key={path}>
        <VisibleText text={path} />
      </li>
    ))}
    {count > most ? (
      <li class="muted">and {(count - Math.min(most, paths.length)).toLocaleString('en')} more</li>
    ) : null}
  </ul>
)

const filesText = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'path' : 'paths'}`

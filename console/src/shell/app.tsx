import { useEffect } from 'preact/hooks'
import { signedOut } from '../api.ts'
import { UndoQuestion } from '../calls/undo-dialog.tsx'
import { Toasts } from '../components/toast.tsx'
import { LoginPage, SignedOut } from '../pages/login/login.tsx'
import { route } from '../router.tsx'
import { overview, readState, waiting } from '../state.ts'
import { startStream } from '../stream.ts'
import { Header } from './header.tsx'
import { Navigation } from './navigation.tsx'
import { Page } from './page.tsx'
import { pageTitle } from './titles.ts'

export function App() {
  const { page } = route.value
  const isOut = signedOut.value
  useEffect(() => {
    if (isOut || page === 'login') return
    void readState()
    startStream()
  }, [isOut, page === 'login'])
  useEffect(() => {
    document.title = pageTitle({ page, waiting: waiting.value.length, machine: overview.value?.machine ?? null })
  }, [page, waiting.value.length, overview.value?.machine])

  if (page === 'login') return <LoginPage />
  if (isOut) return <SignedOut />
  return (
    <div class="app">
      <a class="skip-link" href="#main">
        Skip to the page
      </a>
      <Navigation current={page} />
      <Header page={page} />
      <main id="main" tabIndex={-1}>
        <Page name={page} />
      </main>
      <UndoQuestion />
      <Toasts />
    </div>
  )
}

import { useEffect, useState } from 'preact/hooks'
import { post, signedOut } from '../../api.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { saveKey } from '../../connection/key.ts'
import { navigate } from '../../router.tsx'

/** Takes the one-time code from the link's fragment, which never reaches a server's log, and exchanges it for the cookie and the key. */
export function LoginPage() {
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    const code = codeIn(location.hash)
    // The code works once; it need not stay in the history.
    history.replaceState(null, '', '/login')
    if (code === null) return setError('the link has no code')
    void post<{ readonly key: string }>('/api/login', { code }).then(answer => {
      if (!answer.ok) return setError(answer.error)
      saveKey(answer.value.key)
      signedOut.value = false
      navigate('/inbox', 'replace')
    })
  }, [])
  if (error !== null) return <SignedOut error={error} />
  return <main class="alone" />
}

/** The code in `#code=…` or `#…`. */
export const codeIn = (hash: string): string | null => /^#(?:code=)?([\w-]{8,200})$/.exec(hash)?.[1] ?? null

export const SignedOut = ({ error }: { readonly error?: string }) => (
  <main class="alone">
    <h1 class="visually-hidden">Sallyport</h1>
    <EmptyState title="Not signed in">
      {error === undefined ? null : <p class="error-text">{error}</p>}
      <p>
        Open the link that <code>sallyport serve</code> printed in its terminal. It works once and signs this browser
        in.
      </p>
    </EmptyState>
  </main>
)

import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { type Answer, get, type Query, type RequestError } from '../api.ts'

/** What a page shows while and after it reads: the last good answer stays until the next one comes. */
export interface Loaded<T> {
  readonly value: T | null
  readonly error: RequestError | null
  readonly isLoading: boolean
  readonly reload: () => void
}

/** Reads from the server when the page opens and whenever the query changes. An answer that comes too late is dropped. */
export function useAnswer<T>(path: string, query: Query = {}): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'>>({ value: null, error: null, isLoading: true })
  const [count, setCount] = useState(0)
  useEffect(() => {
    let isStale = false
    setState(before => ({ ...before, isLoading: true }))
    void get<T>(path, query).then(answer => {
      if (isStale) return
      setState(before =>
        answer.ok
          ? { value: answer.value, error: null, isLoading: false }
          : { value: before.value, error: answer, isLoading: false },
      )
    })
    return () => {
      isStale = true
    }
  }, [path, JSON.stringify(query), count])
  return { ...state, reload: useCallback(() => setCount(before => before + 1), []) }
}

/**
 * Asks the server about something that a person types: after a pause, and only the newest question counts. Returns the last answer,
 * and whether a newer one is on its way.
 */
export function useTyped<T>(
  question: unknown,
  ask: () => Promise<Answer<T>> | null,
  delayMs = 180,
): { readonly answer: Answer<T> | null; readonly isPending: boolean } {
  const [answer, setAnswer] = useState<Answer<T> | null>(null)
  const [isPending, setPending] = useState(false)
  const latest = useRef(0)
  const key = JSON.stringify(question)
  useEffect(() => {
    latest.current += 1
    const mine = latest.current
    setPending(true)
    const timer = setTimeout(async () => {
      const given = await ask()
      if (latest.current !== mine) return
      setAnswer(given)
      setPending(false)
    }, delayMs)
    return () => clearTimeout(timer)
  }, [key])
  return { answer, isPending }
}

import { type FSWatcher, watch } from 'node:fs'
import { type Broadcast, broadcast } from '../../audit/broadcast.ts'
import { realDisk } from './journal-disk.ts'
import { type Head, readHead } from './journal-head.ts'

/** Notices that any process has added records to the journal. */
export interface JournalWatch {
  /** The last durable record; null if there is no journal yet. */
  head(): Head | null
  /** Sends the head each time it has changed. */
  readonly changes: Pick<Broadcast<Head>, 'on'>
  close(): void
}

/** Watches the journal's head. The file system says at once that it changed; looking every second finds what it did not say. */
export function watchJournal(directory: string): JournalWatch {
  const changes = broadcast<Head>()
  let head = readQuietly(directory)
  let watcher: { readonly files: FSWatcher; readonly inode: number } | null = null
  let isLooking = false

  function look(): void {
    isLooking = false
    rewatch()
    const now = readQuietly(directory)
    if (now === null || (now.sequence === head?.sequence && now.journal === head.journal)) return
    head = now
    changes.send(() => now)
  }

  /** Records come in bursts, so one look answers all events of a turn. */
  function lookSoon(): void {
    if (isLooking) return
    isLooking = true
    setImmediate(look)
  }

  /** A directory that was replaced, or did not exist before, needs a new watcher. */
  function rewatch(): void {
    const inode = realDisk.look(directory)?.ino ?? null
    if (inode === (watcher?.inode ?? null)) return
    watcher?.files.close()
    watcher = inode === null ? null : startWatcher(inode)
  }

  function startWatcher(inode: number): typeof watcher {
    try {
      const files = watch(directory, { persistent: false }, lookSoon)
      // Without it, the look every second goes on.
      files.on('error', () => files.close())
      return { files, inode }
    } catch {
      return null
    }
  }

  rewatch()
  const timer = setInterval(look, pollMs)
  timer.unref()
  return {
    head: () => {
      look()
      return head
    },
    changes,
    close: () => {
      clearInterval(timer)
      watcher?.files.close()
    },
  }
}

const pollMs = 1_000

/** A head that another process is just writing reads as damaged; the next look finds it whole. */
function readQuietly(directory: string): Head | null {
  try {
    const head = readHead(realDisk, directory)
    return head === 'unreadable' ? null : head
  } catch {
    return null
  }
}

/*
 * The server gives the page a key beside the cookie. Browsers send cookies to every port of the machine, but this storage belongs to
 * one port, so another local server cannot use the cookie that it receives. Without the cookie the key is worth nothing.
 */
const place = 'sallyport.key'

/** The header that every request needs. */
export function keyHeaders(): Readonly<Record<string, string>> {
  const key = storedKey()
  return key === null ? {} : { 'x-sallyport-key': key }
}

export function saveKey(key: string): void {
  memory = key
  try {
    localStorage.setItem(place, key)
  } catch {
    // Storage may be blocked; the key then lasts until the page is closed.
  }
}

let memory: string | null = null

function storedKey(): string | null {
  try {
    // Another tab may have signed in anew.
    return localStorage.getItem(place) ?? memory
  } catch {
    return memory
  }
}

/** The name has the port, because cookies do not. */
export const cookieName = (port: number): string => `sallyport_${port}`

/** Lasts until the browser closes. It never travels with a request that another site caused, and no script can read it. */
export const cookieHeader = (port: number, value: string): string =>
  `${cookieName(port)}=${value}; HttpOnly; SameSite=Strict; Path=/`

/** All values of our cookie in a `Cookie` header. */
export const cookiesIn = (header: string | null, port: number): readonly string[] =>
  (header ?? '')
    .split(';')
    .map(part => part.trim())
    .filter(part => part.startsWith(`${cookieName(port)}=`))
    .map(part => part.slice(cookieName(port).length + 1))

/** Makes a switch over a union exhaustive: a new member becomes a type error here. */
export function assertNever(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`)
}

/** How a command is built, independent of its effects (R26). */
export interface Shape {
  readonly pipe: boolean
  readonly chain: boolean
  readonly subshell: boolean
  readonly substitution: boolean
  readonly redirect: boolean
  readonly background: boolean
  /** A download feeds a shell or an interpreter (R29). */
  readonly download: boolean
}

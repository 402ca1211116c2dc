import type { Painter } from '../terminal/painter.ts'
import type { KnownRoots } from '../terminal/shorten.ts'

export interface DrawingOptions {
  readonly colour: boolean
  readonly place: KnownRoots
  readonly width: number
  /** Every effect and rule, however many. */
  readonly all: boolean
}

/** What the parts of an explanation are drawn with. */
export interface Drawing extends DrawingOptions {
  readonly paint: Painter
}

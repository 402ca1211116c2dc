import type { KnownRoots } from '../../core/wording/shorten.ts'
import type { Painter } from '../terminal/painter.ts'

export interface DrawingOptions {
  readonly colour: boolean
  readonly place: KnownRoots
  readonly width: number
  /** Show every effect and rule instead of the first ones. */
  readonly all: boolean
}

/** The settings that every part of an explanation is printed with. */
export interface Drawing extends DrawingOptions {
  readonly paint: Painter
}

/** A copy-on-write collection: most copies are only read, or stay empty. */
abstract class Shared<Held> {
  protected held: Held
  private isShared: boolean

  protected constructor(held: Held, isShared: boolean) {
    this.held = held
    this.isShared = isShared
  }

  protected abstract clone(): Held

  /** The contents, for a copy. */
  protected share(): Held {
    this.isShared = true
    return this.held
  }

  /** The contents, for writing. */
  protected own(): Held {
    if (this.isShared) {
      this.held = this.clone()
      this.isShared = false
    }
    return this.held
  }

  /** Whether one is an unchanged copy of the other. */
  isSameAs(other: Shared<Held>): boolean {
    return this.held === other.held
  }
}

export class SharedMap<Value> extends Shared<Map<string, Value>> {
  static of<Value>(...entries: readonly (readonly [string, Value])[]): SharedMap<Value> {
    return entries.length === 0 ? new SharedMap<Value>(noEntries, true) : new SharedMap(new Map(entries), false)
  }

  copy(): SharedMap<Value> {
    return new SharedMap(this.share(), true)
  }

  protected clone(): Map<string, Value> {
    return this.held.size === 0 ? new Map() : new Map(this.held)
  }

  get size(): number {
    return this.held.size
  }

  get(name: string): Value | undefined {
    return this.held.get(name)
  }

  has(name: string): boolean {
    return this.held.has(name)
  }

  values(): IterableIterator<Value> {
    return this.held.values()
  }

  keys(): IterableIterator<string> {
    return this.held.keys()
  }

  [Symbol.iterator](): IterableIterator<[string, Value]> {
    return this.held[Symbol.iterator]()
  }

  set(name: string, value: Value): void {
    this.own().set(name, value)
  }

  delete(name: string): void {
    if (this.held.has(name)) this.own().delete(name)
  }
}

export class SharedSet extends Shared<Set<string>> {
  static of(...names: readonly string[]): SharedSet {
    return names.length === 0 ? new SharedSet(noNames, true) : new SharedSet(new Set(names), false)
  }

  copy(): SharedSet {
    return new SharedSet(this.share(), true)
  }

  protected clone(): Set<string> {
    return this.held.size === 0 ? new Set() : new Set(this.held)
  }

  get size(): number {
    return this.held.size
  }

  has(name: string): boolean {
    return this.held.has(name)
  }

  [Symbol.iterator](): IterableIterator<string> {
    return this.held[Symbol.iterator]()
  }

  add(name: string): void {
    if (!this.held.has(name)) this.own().add(name)
  }

  delete(name: string): void {
    if (this.held.has(name)) this.own().delete(name)
  }
}

const noEntries = new Map<string, never>()
const noNames = new Set<string>()

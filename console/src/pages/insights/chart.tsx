import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef, useState } from 'preact/hooks'
import uPlot from 'uplot'
import type { TimeSlot } from '../../../../src/audit/history/over-time.ts'
import { theme } from '../../theme.ts'
import { type Series, stacked } from './stacked.ts'

interface ChartProps {
  readonly slots: readonly TimeSlot[]
  readonly slotMs: number
  readonly series: readonly Series[]
  /** What the chart shows, in words: for people who do not see it. */
  readonly summary: string
}

const height = 200
const dark = matchMedia('(prefers-color-scheme: dark)')

/** Stacked bars over time. uPlot draws on a canvas and sets its styles through the DOM, so the page needs no inline style. */
export function Chart({ slots, slotMs, series, summary }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const mode = theme.value
  const [isDark, setDark] = useState(dark.matches)
  useEffect(() => {
    const follow = () => setDark(dark.matches)
    dark.addEventListener('change', follow)
    return () => dark.removeEventListener('change', follow)
  }, [])
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const data = stacked(slots, series)
    const chart = new uPlot(
      options(element, series, slotMs),
      [slots.map(({ at }) => (at + slotMs / 2) / 1000), ...data],
      element,
    )
    const resize = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
    resize.observe(element)
    return () => {
      resize.disconnect()
      chart.destroy()
    }
  }, [slots, slotMs, series, mode, isDark])
  return (
    <figure class="chart">
      <div class="chart-place" ref={place} aria-hidden="true" />
      <figcaption class="small muted">{summary}</figcaption>
      <ul class="legend small" aria-hidden="true">
        {series.map(({ name, tone }) => (
          <li key={name}>
            <span class={`swatch ${tone}`} />
            {name}
          </li>
        ))}
      </ul>
    </figure>
  )
}

function options(element: HTMLElement, series: readonly Series[], slotMs: number): uPlot.Options {
  const style = getComputedStyle(element)
  const colour = (name: string): string => resolved(element, style.getPropertyValue(`--${name}`))
  const bars = uPlot.paths.bars?.({ size: [0.78, 40], radius: 0.12 })
  const axis = { stroke: colour('ink-soft'), font: `11px ${style.fontFamily}`, ticks: { show: false } }
  const line = { stroke: colour('line'), width: 1 }
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { range: (_, min, max) => [min - slotMs / 2000, max + slotMs / 2000] },
      y: { range: (_, __, max) => [0, Math.max(max * 1.1, 4)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        border: { show: true, ...line },
        space: 70,
        size: 26,
        values: (_, values) => values.map(at => timeText(at, slotMs)),
      },
      {
        ...axis,
        grid: line,
        size: 38,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000],
      },
    ],
    series: [
      {},
      ...series.map(({ tone }) => ({
        fill: colour(tones[tone]),
        stroke: colour(tones[tone]),
        width: 0,
        points: { show: false },
        ...(bars === undefined ? {} : { paths: bars }),
      })),
    ],
  }
}

const tones = { ok: 'chart-ok', ask: 'chart-ask', no: 'chart-no', plain: 'chart-plain', accent: 'accent' } as const

/** A canvas does not know `light-dark()`, so the browser works the colour out on an element. */
function resolved(element: HTMLElement, value: string): string {
  const before = element.style.color
  element.style.color = value
  const colour = getComputedStyle(element).color
  element.style.color = before
  return colour
}

const timeText = (at: number, slotMs: number): string => {
  const date = new Date(at * 1000)
  return slotMs < 24 * 3_600_000 && (slotMs === 3_600_000 || date.getHours() !== 0)
    ? date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', hour12: false })
    : date.toLocaleDateString(undefined, { day: 'numeric', month: 'short' })
}

import type { PageName } from '../routes.ts'

/** One-colour line drawings on a grid of 16. */
const paths = {
  inbox: 'M2 9.5h3.2l1 1.8h3.6l1-1.8H14M2.2 9.2 4 3.5h8l1.8 5.7v3.3a1 1 0 0 1-1 1H3.2a1 1 0 0 1-1-1z',
  session: 'M2.5 3.5h11v9h-11zM5 6.5l1.8 1.7L5 9.9M8.5 10h2.7',
  timeline: 'M3 2.5v11M3 4.5h.01M6 4.5h7.5M6 8h5.5M6 11.5h6.5',
  playground: 'M6 2.5h4M7 2.5v4L3.3 12a1 1 0 0 0 .9 1.5h7.6a1 1 0 0 0 .9-1.5L9 6.5v-4M5 10h6',
  grants: 'M8 2.2 13 4v3.8c0 3-2 5-5 6-3-1-5-3-5-6V4zM5.8 8l1.6 1.6 2.9-3',
  policy: 'M4 2.5h5.5L12.5 5.5v8H4zM9.3 2.7v3h3M6 8.5h4.5M6 11h3',
  insights: 'M2.5 13.5h11M4.5 11V8M8 11V3.5M11.5 11V6',
  sun: 'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM8 1.7v1.4M8 12.9v1.4M1.7 8h1.4M12.9 8h1.4M3.5 3.5l1 1M11.5 11.5l1 1M12.5 3.5l-1 1M4.5 11.5l-1 1',
  moon: 'M13 9.4A5.3 5.3 0 0 1 6.6 3a5.3 5.3 0 1 0 6.4 6.4z',
  screen: 'M2.5 3.5h11v7h-11zM6 13.2h4M8 10.5v2.7',
  stop: 'M5.2 2.5h5.6l2.7 2.7v5.6l-2.7 2.7H5.2l-2.7-2.7V5.2zM6 8h4',
  bell: 'M4 11.2V7a4 4 0 0 1 8 0v4.2l1 1H3zM6.7 13.8h2.6',
  check: 'M3 8.5 6.3 12 13 4.5',
  cross: 'M4 4l8 8M12 4l-8 8',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  arrow: 'M6 3.5 10.5 8 6 12.5',
  up: 'M8 13V3.5M4 7l4-3.8L12 7',
  back: 'M10 3.5 5.5 8l4.5 4.5',
  warning: 'M8 2.5 14 13H2zM8 6.5v3M8 11.3h.01',
  gate: 'M2.5 13.5v-7a5.5 5.5 0 0 1 11 0v7M2.5 13.5h11M6 13.5V7.2a2 2 0 0 1 4 0v6.3',
} as const satisfies Readonly<Record<PageName | string, string>>

export type IconName = keyof typeof paths

export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}

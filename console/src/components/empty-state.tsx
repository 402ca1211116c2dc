import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icons.tsx'

interface EmptyStateProps {
  readonly icon?: IconName
  readonly title: string
  readonly children?: ComponentChildren
}

export const EmptyState = ({ icon = 'gate', title, children }: EmptyStateProps) => (
  <div class="empty-state">
    <Icon name={icon} size={32} />
    <h2>{title}</h2>
    {children === undefined ? null : <div class="muted">{children}</div>}
  </div>
)

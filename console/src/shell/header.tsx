import { Icon, type IconName } from '../components/icons.tsx'
import type { PageName } from '../routes.ts'
import { switchTheme, type Theme, theme } from '../theme.ts'
import { ConnectionState } from './connection-state.tsx'
import { ModeSwitch } from './mode-switch.tsx'
import { NotificationButton } from './notifications.tsx'
import { StatusBanner } from './status-banner.tsx'
import { StopAll } from './stop-all.tsx'
import { titles } from './titles.ts'

const themeIcons: Readonly<Record<Theme, IconName>> = { system: 'screen', light: 'sun', dark: 'moon' }

export const Header = ({ page }: { readonly page: PageName }) => (
  <header class="header">
    <h1>{titles[page]}</h1>
    <StatusBanner />
    <div class="header-tools">
      <ConnectionState />
      <ModeSwitch />
      <NotificationButton />
      <button
        type="button"
        class="icon-button theme"
        aria-label={`Theme: ${theme.value}. Switch`}
        title={`Theme: ${theme.value}`}
        onClick={switchTheme}
      >
        <Icon name={themeIcons[theme.value]} />
      </button>
      <StopAll />
    </div>
  </header>
)

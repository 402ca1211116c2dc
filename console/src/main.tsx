import { render } from 'preact'
import { startRouter } from './router.tsx'
import { App } from './shell/app.tsx'
import { startNotifications } from './shell/notifications.tsx'
import { startState } from './state.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/shell.css'
import './styles/components.css'
import './styles/card.css'
import { startTheme } from './theme.ts'

startTheme()
startRouter()
startState()
startNotifications()
const app = document.getElementById('app')
if (app !== null) render(<App />, app)

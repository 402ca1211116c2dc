import type { JsonReading } from './json-reading.ts'
import {
  anyValue,
  eachKey,
  eitherValue,
  flagValue,
  hookValue,
  mapValue,
  numberValue,
  numberWithin,
  objectValue,
  oneWordOf,
  stringValue,
  stringValues,
  valuesOf,
  wholeNumberFrom,
} from './setting-types.ts'

const common = { timeout: numberValue, statusMessage: stringValue, once: flagValue }
const hook = hookValue({
  command: objectValue(
    { ...common, args: stringValues, onFailure: oneWordOf('continue block'), async: flagValue },
    { command: stringValue },
  ),
  http: objectValue({ ...common, onFailure: oneWordOf('continue block') }, { url: stringValue }),
  mcp_tool: objectValue(common, { server: stringValue, tool: stringValue }),
  prompt: objectValue(common, { prompt: stringValue }),
  agent: objectValue(common, { prompt: stringValue }),
})

/**
 * Claude Code drops some wrong settings one by one (`theme`, `effortLevel`, a hook for another event). For eachKey of these it
 * ignores the whole file. Measured with Claude Code 2.1.325.
 */
export const claudeCodeReading: JsonReading = {
  byteOrderMark: true,
  schema: objectValue({
    ...eachKey(
      `$schema apiKeyHelper proxyAuthHelper awsCredentialExport awsAuthRefresh gcpAuthRefresh processWrapper
      attributionProject model prUrlTemplate otelHeadersHelper outputStyle language advisorModel agent minimumVersion
      requiredMinimumVersion requiredMaximumVersion plansDirectory timeZone timeFormat autoMemoryDirectory claudeMd
      pluginTrustMessage`,
      stringValue,
    ),
    ...eachKey(
      `respectGitignore syncClaudeAiSkills syncClaudeAiPlugins wslInheritsWindowsSettings includeCoAuthoredBy
      includeGitInstructions enforceAvailableModels enableAllProjectMcpServers disableClaudeAiConnectors
      disableBundledSkills disableAllHooks disableReplyCheck disableAgentView disableRemoteControl disableWorkflows
      disableArtifact enableArtifact enableWorkflows workflowKeywordTriggerEnabled disableSkillShellExecution
      disableWindowsBashCommandSplit bashEditDiffEnabled respondToBashCommands allowManagedHooksOnly
      allowManagedPermissionRulesOnly allowManagedMcpServersOnly allowAllClaudeAiMcps
      allowClaudeInChromeWithManagedMcp disableCommandPluginSources disableSideloadFlags forceRemoteSettingsRefresh
      skipWebFetchPreflight spinnerTipsEnabled clawdFileProgressEnabled syntaxHighlightingDisabled
      terminalTitleFromRename alwaysThinkingEnabled fastMode fastModePerSessionOptIn promptSuggestionEnabled
      emojiCompletionEnabled awaySummaryEnabled responseComparisonEnabled showClearContextOnPlanAccept
      channelsEnabled prefersReducedMotion doneMeansMerged totalTokensReminderAfterUserTurn autoMemoryEnabled
      autoDreamEnabled showThinkingSummaries skipDangerousModePermissionPrompt skipWorkflowUsageWarning verbose
      autoCompactEnabled precomputeCompactionEnabled idleCompaction switchModelsOnFlag autoContinueAtUsageLimit
      autoScrollEnabled wheelScrollAccelerationEnabled fileCheckpointingEnabled showTurnDuration
      showMessageTimestamps terminalProgressBarEnabled todoFeatureEnabled remoteControlAtStartup isolatePeerMachines
      autoUploadSessions inputNeededNotifEnabled agentPushNotifEnabled`,
      flagValue,
    ),
    ...eachKey(
      `fallbackModel availableModels enabledMcpjsonServers disabledMcpjsonServers allowedHttpHookUrls
      httpHookAllowedEnvVars pluginSuggestionMarketplaces companyAnnouncements claudeMdExcludes`,
      stringValues,
    ),
    ...eachKey('cleanupPeriodDays skillListingMaxDescChars totalTokensReminderBudget', wholeNumberFrom(1)),
    desktopSessionCleanupPeriodDays: wholeNumberFrom(0),
    ...eachKey('feedbackSurveyRate skillListingBudgetFraction', numberWithin(0, 1)),
    ...eachKey('parentSettingsBehavior managedSourcesBehavior', oneWordOf('first-wins merge')),
    autoUpdatesChannel: oneWordOf('latest stable rc'),
    daemonColdStart: oneWordOf('transient ask'),
    defaultShell: oneWordOf('bash powershell'),
    disableAutoMode: oneWordOf('disable'),
    feedbackDrafts: oneWordOf('notify quiet off'),
    tui: oneWordOf('default fullscreen'),
    workflowSizeGuideline: oneWordOf('unrestricted small medium large'),
    modelOverrides: mapValue(stringValue),
    skillOverrides: mapValue(oneWordOf('on name-only user-invocable-only off')),
    env: objectValue({}),
    enabledPlugins: mapValue(eitherValue('is not `true`, `false` or a list', flagValue, stringValues)),
    attribution: eitherValue(
      'is not `true`, `false` or an object',
      flagValue,
      objectValue({ commit: stringValue, pr: stringValue }),
    ),
    forceLoginOrgUUID: eitherValue('is not a string or a list of strings', stringValue, stringValues),
    fileSuggestion: objectValue({}, { type: oneWordOf('command'), command: stringValue }),
    statusLine: objectValue(
      { padding: numberValue, hideVimModeIndicator: flagValue },
      { type: oneWordOf('command'), command: stringValue },
    ),
    spinnerVerbs: objectValue({}, { mode: oneWordOf('append replace'), verbs: stringValues }),
    breakReminder: objectValue({ enabled: flagValue, message: stringValue }),
    quietHours: objectValue({ enabled: flagValue, start: stringValue, end: stringValue }),
    voice: objectValue({ enabled: flagValue, mode: oneWordOf('hold tap'), autoSubmit: flagValue }),
    autoMode: objectValue(eachKey('allow soft_deny hard_deny environment', stringValues)),
    pluginConfigs: mapValue(objectValue({})),
    sshConfigs: valuesOf(objectValue({}, eachKey('id name sshHost', stringValue))),
    remote: objectValue({ defaultEnvironmentId: stringValue }),
    worktree: objectValue({
      symlinkDirectories: stringValues,
      sparsePaths: stringValues,
      baseRef: oneWordOf('fresh head'),
    }),
    permissions: objectValue({
      ...eachKey('allow deny ask', valuesOf(anyValue)),
      additionalDirectories: stringValues,
      defaultMode: oneWordOf('acceptEdits auto bypassPermissions default dontAsk manual plan'),
      ...eachKey('disableBypassPermissionsMode disableAutoMode', oneWordOf('disable')),
    }),
    sandbox: objectValue({
      ...eachKey('enabled failIfUnavailable autoAllowBashIfSandboxed allowUnsandboxedCommands', flagValue),
      excludedCommands: stringValues,
      ...eachKey('network filesystem credentials', objectValue({})),
    }),
    // A wrong hook for one of these events stops the whole file; for another event it is only dropped.
    hooks: objectValue(
      eachKey(
        'PreToolUse PermissionRequest',
        valuesOf(objectValue({ matcher: stringValue }, { hooks: valuesOf(hook) })),
      ),
    ),
  }),
}

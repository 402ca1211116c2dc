import type { JsonReading } from './json-reading.ts'
import {
  amount,
  anything,
  each,
  either,
  flag,
  hookOf,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  text,
  textList,
  wholeFrom,
  within,
} from './setting-types.ts'

const common = { timeout: amount, statusMessage: text, once: flag }
const hook = hookOf({
  command: objectOf({ ...common, args: textList, onFailure: oneOf('continue block'), async: flag }, { command: text }),
  http: objectOf({ ...common, onFailure: oneOf('continue block') }, { url: text }),
  mcp_tool: objectOf(common, { server: text, tool: text }),
  prompt: objectOf(common, { prompt: text }),
  agent: objectOf(common, { prompt: text }),
})

/**
 * Claude Code drops some wrong settings one by one (`theme`, `effortLevel`, a hook for another event). For each of these it
 * ignores the whole file. Measured with Claude Code 2.1.325.
 */
export const claudeCodeReading: JsonReading = {
  byteOrderMark: true,
  schema: objectOf({
    ...each(
      `$schema apiKeyHelper proxyAuthHelper awsCredentialExport awsAuthRefresh gcpAuthRefresh processWrapper
      attributionProject model prUrlTemplate otelHeadersHelper outputStyle language advisorModel agent minimumVersion
      requiredMinimumVersion requiredMaximumVersion plansDirectory timeZone timeFormat autoMemoryDirectory claudeMd
      pluginTrustMessage`,
      text,
    ),
    ...each(
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
      flag,
    ),
    ...each(
      `fallbackModel availableModels enabledMcpjsonServers disabledMcpjsonServers allowedHttpHookUrls
      httpHookAllowedEnvVars pluginSuggestionMarketplaces companyAnnouncements claudeMdExcludes`,
      textList,
    ),
    ...each('cleanupPeriodDays skillListingMaxDescChars totalTokensReminderBudget', wholeFrom(1)),
    desktopSessionCleanupPeriodDays: wholeFrom(0),
    ...each('feedbackSurveyRate skillListingBudgetFraction', within(0, 1)),
    ...each('parentSettingsBehavior managedSourcesBehavior', oneOf('first-wins merge')),
    autoUpdatesChannel: oneOf('latest stable rc'),
    daemonColdStart: oneOf('transient ask'),
    defaultShell: oneOf('bash powershell'),
    disableAutoMode: oneOf('disable'),
    feedbackDrafts: oneOf('notify quiet off'),
    tui: oneOf('default fullscreen'),
    workflowSizeGuideline: oneOf('unrestricted small medium large'),
    modelOverrides: mapOf(text),
    skillOverrides: mapOf(oneOf('on name-only user-invocable-only off')),
    env: objectOf({}),
    enabledPlugins: mapOf(either('is not `true`, `false` or a list', flag, textList)),
    attribution: either('is not `true`, `false` or an object', flag, objectOf({ commit: text, pr: text })),
    forceLoginOrgUUID: either('is not a string or a list of strings', text, textList),
    fileSuggestion: objectOf({}, { type: oneOf('command'), command: text }),
    statusLine: objectOf({ padding: amount, hideVimModeIndicator: flag }, { type: oneOf('command'), command: text }),
    spinnerVerbs: objectOf({}, { mode: oneOf('append replace'), verbs: textList }),
    breakReminder: objectOf({ enabled: flag, message: text }),
    quietHours: objectOf({ enabled: flag, start: text, end: text }),
    voice: objectOf({ enabled: flag, mode: oneOf('hold tap'), autoSubmit: flag }),
    autoMode: objectOf(each('allow soft_deny hard_deny environment', textList)),
    pluginConfigs: mapOf(objectOf({})),
    sshConfigs: listOf(objectOf({}, each('id name sshHost', text))),
    remote: objectOf({ defaultEnvironmentId: text }),
    worktree: objectOf({ symlinkDirectories: textList, sparsePaths: textList, baseRef: oneOf('fresh head') }),
    permissions: objectOf({
      ...each('allow deny ask', listOf(anything)),
      additionalDirectories: textList,
      defaultMode: oneOf('acceptEdits auto bypassPermissions default dontAsk manual plan'),
      ...each('disableBypassPermissionsMode disableAutoMode', oneOf('disable')),
    }),
    sandbox: objectOf({
      ...each('enabled failIfUnavailable autoAllowBashIfSandboxed allowUnsandboxedCommands', flag),
      excludedCommands: textList,
      ...each('network filesystem credentials', objectOf({})),
    }),
    // A wrong hook for one of these events stops the whole file; for another event it is only dropped.
    hooks: objectOf(each('PreToolUse PermissionRequest', listOf(objectOf({ matcher: text }, { hooks: listOf(hook) })))),
  }),
}

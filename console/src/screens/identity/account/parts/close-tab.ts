import { changeTabs, closeTabs } from '../../../../lib/tabs.ts'

/** The settings are one place with five addresses: whoever moves on within them leaves no tab behind. */
export const closeTab = (path: string): void => changeTabs(tabs => closeTabs(tabs, [path], '').tabs)

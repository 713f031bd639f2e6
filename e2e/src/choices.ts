import type { Locator, Page } from 'playwright-core'

/** The choices of the select that is open. */
export const listChoices = (page: Page): Locator => page.locator('.ant-select-dropdown:visible .ant-select-item-option')

/**
 * Takes one of a select's choices. A list that is still open or folding lies over the next one, so it is waited for;
 * one of which several can be taken folds only when it is left.
 */
export async function choose(select: Locator, option: string | RegExp): Promise<void> {
  await select.click()
  await listChoices(select.page()).filter({ hasText: option }).first().click()
  await foldChoices(select)
}

/** Leaves a select, and waits until its choices are gone. */
export async function foldChoices(select: Locator): Promise<void> {
  await select.blur()
  // Several fold at once where a list of proposals was left for the next select.
  await select.page().locator('.ant-select-dropdown:visible').first().waitFor({ state: 'hidden' })
}

import { icon, POPUP, PRIMARY, ROW_BUTTON, rowButton, type Stops } from './tour-stop.ts'

/** Health, alerts and exports. */
export function listHealth(): Stops {
  const health = '/strategy/health'
  const exports = '/strategy/export/job'
  const dropped = '#content .ant-table-row .sl-row-actions .ant-btn-dangerous'
  return {
    [exports]: [
      { name: 'exports', path: exports },
      { name: 'export-form', path: exports, press: [PRIMARY] },
      { name: 'export-remove', path: exports, press: [dropped] },
      { name: 'exports-none', path: `${exports}?state=expired` },
    ],
    [health]: [
      { name: 'health', path: health },
      { name: 'health-none', path: `${health}?keyword=nothing` },
      { name: 'health-more', path: health, press: [icon('more')], opens: POPUP },
      { name: 'health-check', path: health, press: [icon('more'), '.ant-dropdown-menu-item:nth-child(2)'] },
      ...['event', 'rule', 'channel', 'delivery'].map(tab => ({
        name: `health-${tab}`,
        path: `${health}?tab=${tab}`,
      })),
      { name: 'health-rule-form', path: `${health}?tab=rule`, press: [icon('plus')] },
      { name: 'health-rule-edit', path: `${health}?tab=rule`, press: [ROW_BUTTON] },
      { name: 'health-rule-remove', path: `${health}?tab=rule`, press: [dropped] },
      { name: 'health-channel-form', path: `${health}?tab=channel`, press: [icon('plus')] },
      { name: 'health-channel-edit', path: `${health}?tab=channel`, press: [rowButton(2)] },
      { name: 'health-setting', path: `${health}?tab=channel`, press: ['.sl-section-extra button:nth-child(2)'] },
    ],
  }
}

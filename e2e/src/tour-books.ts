import { BATCH, CHOSEN_ROW, icon, ROW_BUTTON, ROW_CHECK, type Stops } from './tour-stop.ts'

const DRAWER = '.ant-drawer-section'

/** Bills and documents side by side. */
export function listBooks(): Stops {
  const flow = '/reconciliation/index'
  const imports = '/reconciliation/import'
  const periods = '/reconciliation/data-archiving'
  return {
    [periods]: [
      { name: 'recon-periods', path: periods },
      { name: 'recon-period', path: periods, press: ['#content tbody .ant-btn-link'], opens: DRAWER },
    ],
    '/reconciliation/account/model/:id': [
      {
        name: 'recon-model',
        path: '/reconciliation/account',
        press: ['#content tbody a[href*="/account/model/"]'],
        opens: '#content .rm-columns',
      },
    ],
    [imports]: [
      { name: 'bill-import', path: imports },
      { name: 'bill-import-unknown', path: `${imports}?state=rejected`, press: [ROW_BUTTON], opens: DRAWER },
      {
        name: 'bill-import-mapping',
        path: `${imports}?state=rejected`,
        press: [ROW_BUTTON, `${DRAWER} .bi-actions .ant-btn-primary`],
        opens: '.ant-modal .bi-options',
      },
      { name: 'bill-import-profiles', path: imports, press: [icon('profile')], opens: DRAWER },
    ],
    '/reconciliation/difference': [
      { name: 'recon-differences', path: '/reconciliation/difference' },
      {
        name: 'recon-difference',
        path: '/reconciliation/difference?currency=CNY',
        press: ['#content tbody .ant-btn-link'],
        opens: DRAWER,
      },
      { name: 'recon-differences-assign', path: '/reconciliation/difference', press: [CHOSEN_ROW, BATCH] },
    ],
    '/reconciliation/voucher': [
      { name: 'recon-vouchers', path: '/reconciliation/voucher' },
      {
        name: 'recon-voucher',
        path: '/reconciliation/voucher',
        press: ['#content tbody .ant-btn-link'],
        opens: DRAWER,
      },
      {
        name: 'recon-voucher-post',
        path: '/reconciliation/voucher',
        press: ['#content tbody .ant-btn-link', `${DRAWER} .rv-acts .ant-btn`],
      },
      {
        name: 'recon-voucher-make',
        path: '/reconciliation/voucher',
        press: ['.sl-page-header-actions .ant-btn-primary'],
      },
    ],
    '/reconciliation/order': [
      {
        name: 'recon-order',
        path: '/reconciliation/billing',
        press: ['#content tbody .ant-btn-link', `${DRAWER} a[href*="/reconciliation/order"]`],
        opens: '#content .ro-chart svg',
      },
      { name: 'recon-order-none', path: '/reconciliation/order?order=nothing' },
    ],
    '/reconciliation/report': [
      { name: 'recon-report-items', path: '/reconciliation/report' },
      { name: 'recon-report-fees', path: '/reconciliation/report?kind=fees&every=1' },
      { name: 'recon-report-ages', path: '/reconciliation/report?kind=ages' },
      { name: 'recon-report-open', path: '/reconciliation/report?kind=open' },
      { name: 'recon-report-rules', path: '/reconciliation/report?kind=rules' },
    ],
    [flow]: [
      { name: 'recon-flow', path: flow },
      { name: 'recon-flow-none', path: `${flow}?number=nothing` },
      { name: 'recon-flow-match', path: `${flow}?state=proposed`, press: ['#content .rf-open'], opens: DRAWER },
      {
        name: 'recon-flow-line',
        path: `${flow}?state=only_b&currency=CNY`,
        press: ['#content .rf-open'],
        opens: DRAWER,
      },
      { name: 'recon-flow-doubt', path: `${flow}?state=ambiguous`, press: ['#content .rf-open'], opens: DRAWER },
      { name: 'recon-flow-confirm', path: `${flow}?state=proposed`, press: [CHOSEN_ROW, BATCH] },
      { name: 'recon-flow-hand', path: `${flow}?state=only_a&currency=CNY`, press: [ROW_CHECK, BATCH], opens: DRAWER },
      { name: 'recon-flow-runs', path: flow, press: [icon('history')], opens: DRAWER },
      { name: 'recon-flow-form', path: flow, press: [icon('setting')] },
    ],
  }
}

/** What a dashboard may begin with. Apart from the figures: the addresses of the console, which load first, know these names. */
export const dashboardTemplates = ['blank', 'operations', 'commerce', 'finance', 'gateway'] as const
export type DashboardTemplate = (typeof dashboardTemplates)[number]

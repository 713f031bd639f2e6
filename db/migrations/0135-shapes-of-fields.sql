-- Whether what a version reads was a plain value, an object or a list when it was first met: {place: type of JSON}, null
-- while no page was looked at. A source that is no catalogue may have no fields known beside it.
alter table strategy_fields add column shapes json;
alter table strategy_fields alter column fields drop not null;

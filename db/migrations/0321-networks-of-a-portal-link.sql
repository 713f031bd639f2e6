-- Addresses and networks that a link may be opened from; none: from anywhere.
alter table gateway_portal add column ip_allow text[] not null default '{}';

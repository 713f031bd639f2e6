-- Scripts that a strategy carries are written by those who may.
update role set permissions = permissions || array['strategy:script']
 where 'strategy:update' = any(permissions) and not '*' = any(permissions) and not 'strategy:script' = any(permissions);

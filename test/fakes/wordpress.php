<?php

/**
 * Fakes the part of WordPress that a theme's `functions.php` uses: hooks, scripts with their strategy and inline
 * scripts, and the signed-in user. Prints a page as WordPress would. Filters receive a script tag with its inline
 * scripts before it, as in `WP_Scripts::do_item`.
 *
 * php wordpress.php <functions.php> [<user as JSON>]
 */
$hooks = [];
$scripts = [];

function add_action($name, $call, $priority = 10, $arguments = 1) { add_filter($name, $call, $priority, $arguments); }
function add_filter($name, $call, $priority = 10, $arguments = 1) { global $hooks; $hooks[$name][] = [$call, $arguments]; }
function apply_filters($name, ...$given) {
    global $hooks;
    foreach ($hooks[$name] ?? [] as [$call, $arguments]) $given[0] = $call(...array_slice($given, 0, $arguments));
    return $given[0] ?? null;
}
function wp_enqueue_script($handle, $src, $needs = [], $version = false, $args = []) {
    global $scripts;
    $scripts[$handle] = ['src' => $src, 'strategy' => $args['strategy'] ?? '', 'before' => []];
}
function wp_add_inline_script($handle, $code, $position = 'after') {
    global $scripts;
    $scripts[$handle][$position][] = $code;
}
function wp_json_encode($value, $flags = 0) { return json_encode($value, $flags); }
function is_user_logged_in() { return isset($GLOBALS['argv'][2]); }
function wp_get_current_user() { return json_decode($GLOBALS['argv'][2]); }

define('PARLEY_SECRET', getenv('PARLEY_SECRET'));
require $argv[1];
apply_filters('wp_enqueue_scripts');
foreach ($scripts as $handle => ['src' => $src, 'strategy' => $strategy, 'before' => $before]) {
    $tag = $before ? "<script id=\"$handle-js-before\">\n" . implode("\n", $before) . "\n</script>\n" : '';
    $tag .= "<script src=\"$src\" id=\"$handle-js\" $strategy data-wp-strategy=\"$strategy\"></script>\n";
    echo apply_filters('script_loader_tag', $tag, $handle, $src);
}

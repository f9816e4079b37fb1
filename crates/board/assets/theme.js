// A classic script in the head: it chooses the theme before the first paint, so that a dark page
// never flashes white.
(() => {
  let settings = {};
  try {
    settings = JSON.parse(localStorage.getItem("secateur.settings")) || {};
  } catch {
    // Unreadable settings count as none; store.js replaces them at the next change.
  }
  const root = document.documentElement;
  if (settings.theme === "light" || settings.theme === "dark") root.dataset.theme = settings.theme;
  root.dataset.board = settings.boardTheme || "sage";
})();

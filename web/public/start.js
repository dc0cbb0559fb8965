// For browsers that cannot run the client: written so that any browser since 2005 understands it.
(function () {
  function show() {
    var app = document.getElementById('app');
    var old = document.getElementById('old');
    // When the page is loaded, the client has run; if it could not, nothing was drawn.
    if (app && old && !app.firstChild) old.removeAttribute('hidden');
  }
  function later() { setTimeout(show, 300); }
  if (window.addEventListener) window.addEventListener('load', later, false);
  else window.attachEvent('onload', later);
})();

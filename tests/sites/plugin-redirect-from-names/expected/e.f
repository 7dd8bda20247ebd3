<!DOCTYPE html>
<html lang="en-US">
  <meta charset="utf-8">
  <title>Redirecting&hellip;</title>
  <link rel="canonical" href="https://example.com/new">
  <script>location="https://example.com/new"</script>
  <meta http-equiv="refresh" content="0; url=https://example.com/new">
  <meta name="robots" content="noindex">
  <h1>Redirecting&hellip;</h1>
  <a href="https://example.com/new">Click here if you are not redirected.</a>
</html>
